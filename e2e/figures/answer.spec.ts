import type { Page } from '@playwright/test';
import { answers, ask, expect, openChat, test } from '../test-kit/chat-test.ts';
import { keepSamples, numberOf } from './keep-samples.ts';

const longest = numberOf('ANSWER_WORDS', 4_000);
const most = 1.5;

const sentence = 'The dome turns on forty iron wheels, and two people could push it round in eleven minutes. ';
const wordsIn = (text: string) => text.trim().split(/\s+/);

/** Paragraphs of five sentences. */
function answerOf(words: number, isMarked: boolean): string[] {
  const chunks: string[] = [];
  for (let paragraph = 0; chunks.length < words; paragraph += 1) {
    const lead = isMarked ? `**Note ${paragraph}:** ` : `Note ${paragraph}: `;
    const said = wordsIn(lead + sentence.repeat(5));
    chunks.push(...said.map((word, at) => (at === said.length - 1 ? `${word}\n\n` : `${word} `)));
  }
  return chunks.slice(0, words);
}

/** Seconds of processor time of the page's main thread. */
async function watchWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
}

for (const isMarked of [false, true])
  test(`the work for an answer grows with its length${isMarked ? ', with Markdown' : ''}`, async ({ page, guide }) => {
    await page.clock.install();
    await openChat(page);
    const readWork = await watchWork(page);
    const workFor = async (words: number, times: number) => {
      const before = await readWork();
      for (let time = 0; time < times; time += 1) {
        guide.answerWith(() => ({ chunks: answerOf(words, isMarked), delayMs: 1 }));
        await ask(page, 'Why does the dome turn?');
        await expect(answers(page).last()).toContainText('Note 0: The', { timeout: 60_000 });
        const isWhole = () => answers(page).last().getByRole('button', { name: 'Copy' }).isVisible();
        while (!(await isWhole())) await page.clock.runFor(2_000);
      }
      return (await readWork()) - before;
    };
    await workFor(100, 1);
    const two = await workFor(longest / 2, 2);
    const one = await workFor(longest, 1);
    keepSamples(
      `work for an answer of ${longest} words${isMarked ? ' with Markdown' : ''}, by that for two of half the length`,
      [one / two],
      { most, note: `${one.toFixed(1)} s, ${two.toFixed(1)} s` },
    );
  });
