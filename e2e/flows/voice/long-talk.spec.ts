import { expectStill, phones, watchShifts } from '../../test-kit/instruments.ts';
import { expect, makeReady, offered, openVisit, test, untilReady, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

/** Two answers and their captions; `TALK_SECONDS=120 npm run e2e -- long-talk` is two minutes of them. */
const talkMs = Number(process.env['TALK_SECONDS'] ?? 20) * 1_000;

for (const phone of phones)
  test(`nothing moves in a talk of long answers, from question to question, on ${phone.width} pixels`, async ({ page, faults }) => {
    await page.setViewportSize(phone);
    await openVisit(page, faults.origin, { visitMode: 'guided' });
    await makeReady(page);
    const shifted = await watchShifts(page);
    const until = Date.now() + talkMs;
    do {
      await offered(page).first().click();
      await expect(word(page)).toHaveText('Clara is speaking');
      await expect(visit(page).getByRole('log', { name: 'Captions' }).locator('mark').first()).toBeVisible();
      await untilReady(page);
    } while (Date.now() < until);
    await expectStill(shifted, 'a talk');
  });
