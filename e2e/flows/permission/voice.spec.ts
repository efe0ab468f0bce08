import type { Page } from '@playwright/test';
import { watchDevices } from '../../test-kit/instruments.ts';
import { setMicrophone } from '../../test-kit/set-microphone.ts';
import { expect, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

const allow = (page: Page) => visit(page).getByRole('button', { name: 'Allow microphone' });
const heading = (page: Page) => visit(page).getByRole('heading').first();

test('before a call, the page names the guide an AI, loads only code, and remembers the choice of text', async ({ page, faults }) => {
  let asked = false;
  await page.exposeFunction('askedForMicrophone', () => {
    asked = true;
  });
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => {
      void (window as unknown as { askedForMicrophone(): Promise<void> }).askedForMicrophone();
      return new Promise(() => undefined);
    };
  });
  await openVisit(page, faults.origin);
  await expect(visit(page)).toContainText('Clara is an AI, not a person.');
  expect(asked).toBe(false);
  const fetched = () => faults.requests.filter((path) => /^\/(?:api\/voice|static\/js\/async\/voice|voice\/)/.test(path));
  const ahead = ['/api/voice', expect.stringContaining('/static/js/async/voice.'), expect.stringContaining('/voice/call-machine.')];
  await expect.poll(fetched).toEqual(ahead);
  expect(asked).toBe(false);
  await allow(page).click();
  await expect.poll(() => asked).toBe(true);
  expect(fetched()).toEqual(ahead);
  await visit(page).getByRole('button', { name: 'Use text instead' }).click();
  await expect(visit(page).getByRole('textbox')).toBeVisible();
  await expect(visit(page).getByRole('tab', { name: 'Text' })).toBeFocused();
  await page.reload();
  await expect(visit(page).getByRole('textbox')).toBeVisible();
  expect(faults.requests.filter((path) => /^\/(?:api\/voice|voice\/room)\//.test(path))).toEqual([]);
});

test('Request again starts the guide once a blocked microphone is allowed, also after a block during a call', async ({ page, faults }) => {
  const again = () => visit(page).getByRole('button', { name: 'Request again' }).click();
  await watchDevices(page);
  await openVisit(page, faults.origin);
  await setMicrophone(page, 'denied');
  await page.reload();
  await expect(heading(page)).toHaveText('The microphone is blocked');
  await again();
  await expect(heading(page)).toHaveText('The microphone is still blocked');
  await setMicrophone(page, 'granted');
  await again();
  await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
  await setMicrophone(page, 'denied');
  await expect(visit(page)).toContainText('Clara speaks, you type: the microphone was blocked.');
  await setMicrophone(page, 'granted');
  await again();
  await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
});
