import { listenToGuide, watchDevices } from '../test-kit/instruments.ts';
import { expect, test } from '../test-kit/test.ts';
import { openVisit, visit, word } from '../test-kit/voice-test.ts';

// A site without settings has no transcription.

test('a site without transcription shows a notice before a call, speaks, and answers typed questions', async ({ page, faults }) => {
  await page.addInitScript(() => {
    for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) Reflect.deleteProperty(window, name);
  });
  await watchDevices(page);
  await openVisit(page, faults.origin);
  await expect(visit(page)).toContainText('This site cannot hear you. Your microphone stays off.');
  await visit(page).getByRole('button', { name: 'Start listening to Clara' }).click();
  await expect(word(page)).toHaveText('Clara is speaking');
  await expect.poll(() => listenToGuide(page)).toBeGreaterThan(0.01);
  await visit(page).getByRole('textbox').fill('Why is the ceiling of the painting salon so dark?');
  await visit(page).getByRole('textbox').press('Enter');
  await expect(visit(page)).toContainText(/candle/i);
  expect(await page.evaluate(() => (window as unknown as { instruments: { tracks: MediaStreamTrack[] } }).instruments.tracks.length)).toBe(
    0,
  );
});
