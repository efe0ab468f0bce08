import type { Page } from '@playwright/test';
import { answers, ask, chat, expect, openChat, test } from '../../test-kit/chat-test.ts';
import { listenToPage, loudnessOf } from '../../test-kit/sound.ts';

const audible = 0.01;
const speech = /^\/api\/speech\//;
/** One sentence, which the page fetches in one piece and plays for half a minute: long enough for a late stop. */
const story = `The dome turns on forty iron wheels${', and two people push it round'.repeat(15)}.`;

const listen = (page: Page, index = 0) => answers(page).nth(index).getByRole('button', { name: 'Listen', exact: true });
const stop = (page: Page, index = 0) => answers(page).nth(index).getByRole('button', { name: 'Stop', exact: true });

test('reading aloud requests the sound once, ends at Stop or a new question, and reports a failure', async ({ page, guide, faults }) => {
  const spoken: { text: string; path: string }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (speech.test(path)) spoken.push({ path, text: request.postDataJSON().text });
  });
  const isHeard = () => expect.poll(() => loudnessOf(page)).toBeGreaterThan(audible);
  await listenToPage(page);
  guide.answerWith((input) => ({ chunks: [`**${input}: ${story}**`] }));
  await openChat(page);
  await ask(page, 'one');
  await listen(page).click();
  await isHeard();
  expect(spoken.map(({ text }) => text).join(' ')).toBe(`one: ${story}`);
  expect(spoken.every(({ path }) => path.startsWith('/api/speech/en-'))).toBe(true);
  await stop(page).click();
  await expect(listen(page)).toBeVisible();
  expect(await loudnessOf(page)).toBeLessThan(audible);
  await listen(page).click();
  await isHeard();
  await stop(page).click();
  expect(spoken).toHaveLength(1);

  await ask(page, 'two');
  faults.break(speech, { kind: 'refused', status: 502, code: 'upstream-failed' });
  await listen(page, 1).click();
  const note = chat(page).getByRole('log').getByRole('alert');
  await expect(note).toHaveText('Speech unavailable: the service that speaks is not answering.');
  faults.heal();
  await listen(page, 1).click();
  await isHeard();
  await expect(note).toBeHidden();
  await ask(page, 'three');
  await expect.poll(() => loudnessOf(page)).toBeLessThan(audible);
});
