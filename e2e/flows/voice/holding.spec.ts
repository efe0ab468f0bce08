import { countAlive, isMicrophoneOpen, watchDevices } from '../../test-kit/instruments.ts';
import { expect, hold, openVisit, talkKey, test, untilReady, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });
test.beforeEach(async ({ page, faults }) => {
  await watchDevices(page);
  await openVisit(page, faults.origin);
  await untilReady(page);
});

const endings: Record<string, () => void> = {
  'the window loses the focus': () => void window.dispatchEvent(new Event('blur')),
  'the page is hidden': () => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  },
  'the pointer is cancelled': () =>
    void document.activeElement?.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true, pointerId: 1 })),
  'the capture is lost': () =>
    document.activeElement?.dispatchEvent(new PointerEvent('lostpointercapture', { bubbles: true, pointerId: 1 })),
  'a menu opens': () => void document.activeElement?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true })),
};

test('the microphone closes when the holding ends in any way there is', async ({ page }) => {
  for (const [name, end] of Object.entries(endings)) {
    await test.step(name, async () => {
      const { release } = await hold(page);
      await expect.poll(() => isMicrophoneOpen(page)).toBe(true);
      await page.waitForTimeout(300);
      await talkKey(page).evaluate((key) => key.focus());
      await page.evaluate(end);
      await expect.poll(() => isMicrophoneOpen(page), { intervals: [20] }).toBe(false);
      await release();
      await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
    });
  }
});

test('the microphone closes, and everything with it, when the visitor leaves while holding', async ({ page }) => {
  const { release } = await hold(page);
  await expect.poll(() => isMicrophoneOpen(page)).toBe(true);
  await page.keyboard.press('Tab');
  await visit(page)
    .getByRole('tab', { name: 'Text' })
    .evaluate((tab: HTMLElement) => tab.click());
  await expect.poll(() => countAlive(page)).toMatchObject({ tracks: 0, sockets: 0, players: 0, calls: 0 });
  await release();
});

test('a short tap latches until the next one, and the keyboard holds as a finger does', async ({ page }) => {
  await talkKey(page).click();
  await expect(word(page)).toHaveText('Listening');
  await expect(visit(page)).toContainText('Tap to stop');
  await page.waitForTimeout(800);
  await talkKey(page).click();
  await expect.poll(() => isMicrophoneOpen(page)).toBe(false);
  await talkKey(page).focus();
  await page.keyboard.down('Space');
  await expect.poll(() => isMicrophoneOpen(page)).toBe(true);
  await page.waitForTimeout(400);
  await page.keyboard.up('Space');
  await expect.poll(() => isMicrophoneOpen(page)).toBe(false);
});
