import { countAlive, watchDevices } from '../../test-kit/instruments.ts';
import { expect, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

/** `npm run bench -- leaks` makes 200. */
const cycles = Number(process.env['LEAK_CYCLES'] ?? 16);
/** A visit may not spend so much: after as many calls another one begins. */
const callsAVisit = 40;

test(`${cycles} times started, stopped or dropped: nothing of a call is left`, { tag: '@all' }, async ({ page, faults }) => {
  test.setTimeout(test.info().timeout + cycles * 10_000);
  await watchDevices(page);
  await openVisit(page, faults.origin, { inputMode: 'text' });
  const [audio, text] = ['Audio', 'Text'].map((name) => visit(page).getByRole('tab', { name }));
  await expect(visit(page).getByRole('textbox')).toBeVisible();
  const before = await countAlive(page);
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    if (cycle % callsAVisit === 0) await page.context().clearCookies({ name: 'enfilade-visit' });
    await audio?.click();
    // Some are stopped while they begin, sooner or later, some run, some lose their line.
    if (cycle % 4 > 0) await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
    else await page.waitForTimeout((cycle * 7) % 200);
    if (cycle % 4 === 3) faults.tunnels.drop();
    await text?.click();
  }
  await expect.poll(() => countAlive(page)).toEqual(before);
  await expect.poll(() => faults.tunnels.count()).toBe(0);
});
