import type { Page } from '@playwright/test';
import { watchDevices } from '../../test-kit/instruments.ts';
import { failMicrophone, setMicrophone } from '../../test-kit/set-microphone.ts';
import { expect, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

const allow = (page: Page) => visit(page).getByRole('button', { name: 'Allow microphone' });
const heading = (page: Page) => visit(page).getByRole('heading').first();

async function expectTextInstead(page: Page) {
  await visit(page).getByRole('button', { name: 'Use text instead' }).click();
  await expect(visit(page).getByRole('textbox')).toBeVisible();
}

/** A visitor who was never here, in the same page. */
const forgetVisitor = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

test('the guide says that it is an AI before the browser asks for the microphone; a call’s code is there by then, and no call', async ({
  page,
  faults,
}) => {
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
  await expectTextInstead(page);
});

test('denied: how to allow it; asking again asks, never says “allowed” of a microphone that is blocked, and brings the guide once it is not', async ({
  page,
  faults,
}) => {
  await openVisit(page, faults.origin);
  await setMicrophone(page, 'denied');
  await page.reload();
  await expect(heading(page)).toHaveText('The microphone is blocked');
  await visit(page).getByRole('button', { name: 'Request again' }).click();
  await expect(heading(page)).toHaveText('The microphone is still blocked');
  await setMicrophone(page, 'granted');
  await visit(page).getByRole('button', { name: 'Request again' }).click();
  await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
});

test('a microphone that cannot be had is named, and text serves', async ({ page, faults }) => {
  for (const [name, title] of [
    ['NotAllowedError', /The microphone is (not allowed yet|blocked)/],
    ['NotFoundError', 'No microphone was found'],
    ['NotReadableError', 'The microphone is being used elsewhere'],
  ] as const)
    await test.step(name, async () => {
      await failMicrophone(page, name);
      await openVisit(page, faults.origin);
      await allow(page).click();
      await expect(heading(page)).toHaveText(title);
      await expect(visit(page).getByRole('button', { name: 'Request again' })).toBeVisible();
      await expect(visit(page).getByRole('button', { name: 'Start listening to Clara' })).toBeVisible();
      await expectTextInstead(page);
      await forgetVisitor(page);
    });
});

test('taken away in the middle of a sentence: says that it was blocked and not unplugged, keeps what was said, and takes it up again', async ({
  page,
  faults,
}) => {
  await watchDevices(page);
  await openVisit(page, faults.origin);
  await setMicrophone(page, 'granted');
  await page.reload();
  await expect(word(page)).toHaveText('Clara is speaking');
  await setMicrophone(page, 'denied');
  await expect(heading(page)).toHaveText('The microphone was blocked');
  await setMicrophone(page, 'granted');
  await visit(page).getByRole('button', { name: 'Request again' }).click();
  await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
});

test('a visitor without a microphone is told before the call, listens and types', async ({ page, faults }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = async () => [];
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'));
  });
  await openVisit(page, faults.origin);
  await expect(heading(page)).toHaveText('No microphone was found');
  await visit(page).getByRole('button', { name: 'Start listening to Clara' }).click();
  await expect(word(page)).toHaveText('Clara is speaking');
  await expect(visit(page)).toContainText('Clara speaks, you type');
  await visit(page).getByRole('textbox').fill('Why is the ceiling of the painting salon so dark?');
  await visit(page).getByRole('textbox').press('Enter');
  await expect(visit(page)).toContainText(/candle/i);
});

test('a browser without media devices is told which one can, a page without HTTPS that it needs it, and both have text', async ({
  page,
  faults,
}) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined }));
  await openVisit(page, faults.origin);
  await expect(heading(page)).toHaveText('This browser cannot carry a conversation');
  await expectTextInstead(page);
  await forgetVisitor(page);
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { get: () => false }));
  await openVisit(page, faults.origin);
  await expect(heading(page)).toHaveText('This site must be accessed via HTTPS for microphone access');
  await expectTextInstead(page);
});
