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

test('the guide says that it is an AI before the browser asks for the microphone', async ({ page, faults }) => {
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
  expect(faults.requests.filter((path) => path.startsWith('/static/js/async/') || path.startsWith('/voice/'))).toEqual([]);
  await allow(page).click();
  await expect.poll(() => asked).toBe(true);
  await expectTextInstead(page);
});

test('denied: how to allow it, and asking again brings the guide', async ({ page, faults }) => {
  await openVisit(page, faults.origin);
  await setMicrophone(page, 'denied');
  await page.reload();
  await expect(heading(page)).toHaveText('The microphone is still blocked');
  await setMicrophone(page, 'granted');
  await visit(page).getByRole('button', { name: 'Request again' }).click();
  await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
});

test('a microphone that cannot be had is named, and text serves', async ({ page, faults }) => {
  for (const [name, title] of [
    ['NotAllowedError', /The microphone is (not allowed yet|still blocked)/],
    ['NotFoundError', 'No microphone was found'],
    ['NotReadableError', 'The microphone is being used elsewhere'],
  ] as const)
    await test.step(name, async () => {
      await failMicrophone(page, name);
      await openVisit(page, faults.origin);
      await allow(page).click();
      await expect(heading(page)).toHaveText(title);
      await expect(visit(page).getByRole('button', { name: 'Request again' })).toBeVisible();
      await expectTextInstead(page);
      await forgetVisitor(page);
    });
});

test('taken away in the middle of a sentence: says so, keeps what was said, and takes it up again', async ({ page, faults }) => {
  await watchDevices(page);
  await openVisit(page, faults.origin);
  await setMicrophone(page, 'granted');
  await page.reload();
  await expect(word(page)).toHaveText('Clara is speaking');
  await setMicrophone(page, 'denied');
  await expect(heading(page)).toHaveText(/The microphone (has stopped|is still blocked)/);
  await setMicrophone(page, 'granted');
  await visit(page).getByRole('button', { name: 'Request again' }).click();
  await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
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
