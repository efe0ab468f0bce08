import { countAlive, watchDevices } from '../../test-kit/instruments.ts';
import { expect, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

const cycles = 16;
/** A visit's budget is limited, so a new visit begins after this many calls. */
const callsAVisit = 40;

test(`nothing of a call remains after ${cycles} starts, stops and lost connections`, { tag: '@all' }, async ({ page, faults }) => {
  test.setTimeout(test.info().timeout + cycles * 10_000);
  await watchDevices(page);
  await openVisit(page, faults.origin, { inputMode: 'text' });
  const [audio, text] = ['Audio', 'Text'].map((name) => visit(page).getByRole('tab', { name }));
  await expect(visit(page).getByRole('textbox')).toBeVisible();
  const before = await countAlive(page);
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    if (cycle % callsAVisit === 0) await page.context().clearCookies({ name: 'enfilade-visit' });
    await audio?.click();
    // Some calls stop while they begin, some run, and some lose their connection.
    if (cycle % 4 > 0) await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
    else await page.waitForTimeout((cycle * 7) % 200);
    if (cycle % 4 === 3) faults.tunnels.drop();
    await text?.click();
  }
  await expect.poll(() => countAlive(page)).toEqual(before);
  await expect.poll(() => faults.tunnels.count()).toBe(0);
});
