import { listenToGuide } from '../../test-kit/instruments.ts';
import { expect, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

test('a browser that plays nothing by itself: one tap, and the guide is heard from the beginning', async ({ page, faults }) => {
  await page.addInitScript(() => {
    let isAllowed = false;
    addEventListener('pointerdown', () => (isAllowed = true), true);
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      return isAllowed
        ? play.call(this)
        : Promise.reject(new DOMException('play() can only be initiated by a user gesture', 'NotAllowedError'));
    };
  });
  await openVisit(page, faults.origin);
  const tap = visit(page).getByRole('button', { name: 'Tap to hear Clara' });
  await expect(tap).toBeVisible();
  await tap.click();
  await expect(word(page)).toHaveText('Clara is speaking');
  await expect.poll(() => listenToGuide(page, 1500)).toBeGreaterThan(0.01);
});
