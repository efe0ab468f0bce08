import { countAlive, isMicrophoneOpen, watchDevices } from '../../test-kit/instruments.ts';
import { expect, hold, makeReady, openVisit, talkKey, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

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

/** A press of less than 250 ms is a tap: both are told apart by what the page takes for the time. */
const start = Date.now();

test('the microphone closes when the holding ends in any way there is, and everything with it when the visitor leaves', async ({
  page,
  faults,
}) => {
  await watchDevices(page);
  await page.clock.install();
  await openVisit(page, faults.origin);
  await makeReady(page);
  let at = start;
  const pass = (ms: number) => {
    at += ms;
    return page.clock.setFixedTime(at);
  };
  const isOpen = (open: boolean) => expect.poll(() => isMicrophoneOpen(page), { intervals: [20] }).toBe(open);
  for (const [name, end] of Object.entries(endings)) {
    await test.step(name, async () => {
      await pass(10_000);
      const { release } = await hold(page);
      await isOpen(true);
      await pass(300);
      await talkKey(page).evaluate((key) => key.focus());
      await page.evaluate(end);
      await isOpen(false);
      await release();
      await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
    });
  }
  await test.step('a short tap latches until the next one', async () => {
    await pass(10_000);
    await talkKey(page).click();
    await expect(word(page)).toHaveText('Listening');
    await expect(visit(page)).toContainText('Tap to stop');
    await pass(800);
    await talkKey(page).click();
    await isOpen(false);
  });
  await test.step('the keyboard holds as a finger does', async () => {
    await pass(10_000);
    await talkKey(page).focus();
    await page.keyboard.down('Space');
    await isOpen(true);
    await pass(400);
    await page.keyboard.up('Space');
    await isOpen(false);
  });
  await test.step('the visitor leaves while holding', async () => {
    const { release } = await hold(page);
    await isOpen(true);
    await page.keyboard.press('Tab');
    await visit(page)
      .getByRole('tab', { name: 'Text' })
      .evaluate((tab: HTMLElement) => tab.click());
    await expect.poll(() => countAlive(page)).toMatchObject({ tracks: 0, sockets: 0, players: 0, calls: 0 });
    await release();
  });
});
