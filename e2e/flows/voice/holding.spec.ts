import { countAlive, isMicrophoneOpen, watchDevices } from '../../test-kit/instruments.ts';
import { expect, hold, makeReady, openVisit, talkKey, test, visit } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

/** Endings that need a browser; component tests have the others. */
const endings: Record<string, () => void> = {
  'the window loses the focus': () => void window.dispatchEvent(new Event('blur')),
  'the pointer is cancelled': () =>
    void document.activeElement?.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true, pointerId: 1 })),
};
/** A press of less than 250 ms is a tap, by the page's clock. */
const start = Date.now();

test('the microphone closes if the window loses focus or the pointer is cancelled during a hold, and Text ends the call', {
  tag: '@all',
}, async ({ page, faults }) => {
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
    });
  }
  const { release } = await hold(page);
  await isOpen(true);
  await page.keyboard.press('Tab');
  const text = visit(page).getByRole('tab', { name: 'Text' });
  await text.evaluate((tab: HTMLElement) => tab.click());
  await expect.poll(() => countAlive(page)).toMatchObject({ tracks: 0, sockets: 0, players: 0, calls: 0 });
  await release();
});
