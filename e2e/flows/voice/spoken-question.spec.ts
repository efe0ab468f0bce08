import { isMicrophoneOpen, listenToGuide, watchDevices } from '../../test-kit/instruments.ts';
import { phrases } from '../../test-kit/transcription-service.ts';
import { expect, hold, offered, openVisit, talkKey, test, untilReady, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

/** Words of the museum's documents that any good answer needs. */
const known = /candle/i;
/** The whole phrase once, wherever in its loop the microphone is. */
const wholePhraseMs = 7_500;
const audible = 0.01;

test.beforeEach(({ page }) => watchDevices(page));

test('a spoken question is heard at the far end as it was said, and its answer is spoken and stands in the captions', async ({
  page,
  faults,
  transcription,
}) => {
  await openVisit(page, faults.origin);
  await expect(word(page)).toHaveText('Clara is speaking');
  expect(await listenToGuide(page, 1500)).toBeGreaterThan(audible);
  const likenesses: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await untilReady(page);
    expect(await isMicrophoneOpen(page)).toBe(false);
    const before = transcription.heard.length;
    const { release } = await hold(page);
    await expect(word(page)).toHaveText('Listening');
    expect(await isMicrophoneOpen(page)).toBe(true);
    await page.waitForTimeout(wholePhraseMs);
    await release();
    expect(await isMicrophoneOpen(page)).toBe(false);
    await expect.poll(() => transcription.heard.length).toBeGreaterThan(before);
    await expect(word(page)).toHaveText('Clara is speaking');
    expect(await listenToGuide(page, 1000)).toBeGreaterThan(audible);
    const heard = transcription.heard.slice(before);
    expect(heard.map(({ phrase }) => phrase)).toContain('why-dark-en');
    likenesses.push(Math.max(...heard.map(({ likeness }) => likeness)));
    if (round > 0) continue;
    await expect(visit(page)).toContainText(phrases['why-dark-en']);
    await expect(visit(page)).toContainText(known);
  }
  const [, median = 0] = likenesses.sort((a, b) => a - b);
  const description = `median ${median.toFixed(3)} of ${likenesses.map((each) => each.toFixed(3)).join(', ')}`;
  test.info().annotations.push({ type: 'likeness of what was heard to what was said', description });
  expect(median).toBeGreaterThan(0.8);
});

test('holding silences the guide at once, in the middle of a word', async ({ page, faults }) => {
  await openVisit(page, faults.origin);
  await expect(word(page)).toHaveText('Clara is speaking');
  const { release } = await hold(page);
  expect(await listenToGuide(page, 400)).toBeLessThan(audible);
  await release();
});

test('with hands free the visitor is heard out, answered, and may speak again', async ({ page, faults, transcription }) => {
  await openVisit(page, faults.origin, { talkingMode: 'continuous' });
  await expect.poll(() => transcription.heard.some(({ phrase }) => phrase === 'why-dark-en')).toBe(true);
  await expect(visit(page)).toContainText(phrases['why-dark-en']);
  const microphone = visit(page).getByRole('button', { name: 'Microphone', exact: true });
  await microphone.click();
  await expect(microphone).toHaveAttribute('aria-pressed', 'false');
  expect(await isMicrophoneOpen(page)).toBe(false);
  await microphone.click();
  await expect.poll(() => isMicrophoneOpen(page)).toBe(true);
});

test('a question that is pressed goes through the running call, is answered aloud and in the captions', async ({ page, faults }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openVisit(page, faults.origin);
  await untilReady(page);
  const question = await offered(page).first().textContent();
  await offered(page).first().click();
  await expect(word(page)).toHaveText('Clara is speaking');
  await expect(visit(page)).toContainText(question ?? 'nothing');
  expect(await listenToGuide(page, 1000)).toBeGreaterThan(audible);
  expect(asked.filter((path) => path === '/api/chat')).toEqual([]);
  expect(asked.filter((path) => path === '/api/voice/call/web')).toHaveLength(1);
});

test('what was said goes along into text and back into voice', async ({ page, faults }) => {
  await openVisit(page, faults.origin);
  await untilReady(page);
  await offered(page).first().click();
  await expect(word(page)).toHaveText('Clara is speaking');
  await visit(page).getByRole('tab', { name: 'Text' }).click();
  const log = visit(page).getByRole('log');
  await expect(log.locator('ol > li')).not.toHaveCount(0);
  const chat = page.waitForRequest('**/api/chat');
  await visit(page).getByRole('textbox').fill('Why is the ceiling so dark?');
  await visit(page).getByRole('textbox').press('Enter');
  expect((await chat).postDataJSON().pastTranscriptSummary).toContain('Guide:');
  await expect(log).toContainText(known);
  const call = page.waitForRequest('**/api/voice/call/web');
  await visit(page).getByRole('tab', { name: 'Audio' }).click();
  const variables = (await call).postDataJSON().assistantOverrides.variableValues;
  expect(variables.pastTranscriptSummary).toContain('Visitor: Why is the ceiling so dark?');
  await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
});

test('another language in the middle of a sentence: the guide goes on in it, nothing old is heard or lost', async ({ page, faults }) => {
  await openVisit(page, faults.origin);
  await expect(word(page)).toHaveText('Clara is speaking');
  await visit(page).getByRole('combobox').selectOption('de');
  await expect(word(page)).toHaveText('Clara spricht');
  await expect(talkKey(page)).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('guided and exploration are conversations of their own: changing it calls anew', async ({ page, faults }) => {
  const visits: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/voice/call/web')) visits.push(request.postDataJSON().assistantOverrides.variableValues.visit);
  });
  await openVisit(page, faults.origin);
  await expect(word(page)).toHaveText('Clara is speaking');
  await visit(page)
    .getByRole('button', { name: 'Guided' })
    .or(visit(page).getByRole('radio', { name: 'Guided' }))
    .first()
    .click();
  await expect.poll(() => visits.map((text) => JSON.parse(text).visitMode)).toEqual(['exploration', 'guided']);
  await expect(word(page)).toHaveText('Clara is speaking');
});
