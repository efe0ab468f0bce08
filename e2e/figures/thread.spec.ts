import type { Page } from '@playwright/test';
import { answers, ask, chat, expect, log, openChat, test } from '../test-kit/chat-test.ts';
import { museums } from '../test-kit/test.ts';
import { type FrameCost, traceFrames } from './frame-work.ts';
import { keepSamples } from './keep-samples.ts';

const rounds = Number(process.env['THREAD_ROUNDS'] ?? 2);
const slowdown = 4;
const exhibitionId = '6610a1b2c3d4e5f602000017';
const answerLength = 1200;
const scroll = { frames: 300, px: 60 };

const words = 'The **dome** turns on *forty* iron wheels, and `two` people could push it round in eleven minutes. ';
const list = '\n\n- the lens, ground in 1871\n- the clock that follows the sky\n\n';
const answer = `${words}${words}${list}${words.repeat(20)}`.slice(0, answerLength).trimEnd();

/** What a tab remembers of a conversation of so many messages. */
function conversationOf(messages: number): string {
  const turns = Array.from({ length: messages / 2 }, (_, index) => index + 1);
  const markdown = `${words}${list}${words}`.trim();
  const text = markdown.replaceAll(/[*`]/g, '').replaceAll(/^- /gm, '');
  const transcript = turns.flatMap((turn) => [
    { key: `${turn}-v`, turn, speaker: 'visitor', text: `Question ${turn}: how was the dome turned, and by whom?` },
    { key: `${turn}-g`, turn, speaker: 'guide', text },
  ]);
  const details = (turn: number) => ({
    sources: [{ title: `wall text ${turn}`, document: `text-${turn}` }],
    clientMessageId: `00000000-0000-4000-8000-${String(turn).padStart(12, '0')}`,
    messageId: `00000000-0000-4000-9000-${String(turn).padStart(12, '0')}`,
    markdown,
    state: 'complete',
  });
  const all = Object.fromEntries(turns.map((turn) => [turn, details(turn)]));
  return JSON.stringify({ exhibitionId, savedAt: Date.now(), turn: turns.length, transcript, turns: all });
}

async function openThread(page: Page, origin: string, messages: number) {
  await page.addInitScript((stored) => {
    if (!sessionStorage.getItem('conversation')) sessionStorage.setItem('conversation', stored);
  }, conversationOf(messages));
  const cookies = { museumID: museums.textChat, collectionID: exhibitionId };
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })));
  await openChat(page, `${origin}/text-chat?museum=${museums.textChat}&collection=${exhibitionId}`);
  await expect(log(page).getByRole('article')).toHaveCount(messages);
  // What is drawn as Markdown once, and fonts, belong to the beginning.
  await expect(answers(page).last().getByRole('listitem').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Up through the thread at one speed; where it ends, down again. */
const scrollThrough = (page: Page) =>
  log(page).evaluate(async (box, { frames, px }) => {
    let direction = -1;
    for (let frame = 0; frame < frames; frame += 1) {
      const most = box.scrollHeight - box.clientHeight;
      if (box.scrollTop <= 0) direction = 1;
      else if (box.scrollTop >= most - 1) direction = -1;
      box.scrollTop += direction * px;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, scroll);

/** Until the answer to come can be copied, which is when all of it is typed. The page looks itself, and not for long. */
const untilTyped = (page: Page, messages: number) =>
  chat(page).evaluate((section, before) => {
    const articles = section.getElementsByTagName('article');
    // While it is typed its one button shows the rest.
    const isTyped = () => articles.length === before + 2 && (articles[before + 1]?.querySelectorAll('button').length ?? 0) > 1;
    return new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (!isTyped()) return;
        clearInterval(timer);
        resolve();
      }, 250);
    });
  }, messages);

function keep(name: string, { workMs, frameMs }: FrameCost) {
  keepSamples(`${name}, work`, workMs);
  keepSamples(`${name}, frame`, frameMs);
}

// One after the other within each round, so that both meet the same machine.
for (let round = 1; round <= rounds; round += 1) {
  for (const messages of [10, 500]) {
    test(`round ${round}: a thread of ${messages} messages`, async ({ page, site, guide }) => {
      test.setTimeout(180_000);
      guide.answerWith(() => ({ chunks: [answer] }));
      await openThread(page, site.origin, messages);
      keep(`scrolling, ${messages} messages`, await traceFrames(page, () => scrollThrough(page)));
      const typing = await traceFrames(page, async () => {
        const typed = untilTyped(page, messages);
        await ask(page, 'And then?');
        await typed;
      });
      expect(await chat(page).getByRole('alert').count()).toBe(0);
      keep(`typing, ${messages} messages`, typing);
    });
  }
}
