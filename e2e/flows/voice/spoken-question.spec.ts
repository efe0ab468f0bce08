import { expectStill, isMicrophoneOpen, listenToGuide, watchDevices, watchShifts } from '../../test-kit/instruments.ts';
import { spokenWords } from '../../test-kit/transcription-service.ts';
import { expect, hold, makeReady, offered, openVisit, test, visit, wholePhraseMs, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

/** A good answer contains this word of the museum's documents. */
const known = /candle/i;
const audible = 0.01;

test.beforeEach(({ page }) => watchDevices(page));

test('a spoken question silences the guide, is transcribed, and gets a captioned answer', async ({ page, faults, transcription }) => {
  await openVisit(page, faults.origin);
  await expect(word(page)).toHaveText('Clara is speaking');
  await expect.poll(() => listenToGuide(page)).toBeGreaterThan(audible);
  expect(await isMicrophoneOpen(page)).toBe(false);
  const { release } = await hold(page);
  expect(await listenToGuide(page, 400)).toBeLessThan(audible);
  await expect(word(page)).toHaveText('Listening');
  expect(await isMicrophoneOpen(page)).toBe(true);
  await page.waitForTimeout(wholePhraseMs);
  await release();
  expect(await isMicrophoneOpen(page)).toBe(false);
  await expect.poll(() => transcription.heard.some(({ isPhrase }) => isPhrase)).toBe(true);
  await expect(word(page)).toHaveText('Clara is speaking');
  await expect.poll(() => listenToGuide(page)).toBeGreaterThan(audible);
  await expect(visit(page)).toContainText(spokenWords);
  await expect(visit(page)).toContainText(known);
});

test('a hands-free call transcribes a question, and a button mutes the call', { tag: '@all' }, async ({ page, faults, transcription }) => {
  await openVisit(page, faults.origin, { talkingMode: 'continuous' });
  await expect.poll(() => transcription.heard.some(({ isPhrase }) => isPhrase)).toBe(true);
  await expect(visit(page)).toContainText(spokenWords);
  const microphone = visit(page).getByRole('button', { name: 'Microphone', exact: true });
  await microphone.click();
  await expect(microphone).toHaveAttribute('aria-pressed', 'false');
  expect(await isMicrophoneOpen(page)).toBe(false);
  await microphone.click();
  await expect.poll(() => isMicrophoneOpen(page)).toBe(true);
});

test('a pressed question goes through the call, and the conversation continues in text and in the next call', async ({ page, faults }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openVisit(page, faults.origin);
  await makeReady(page);
  const question = await offered(page).first().textContent();
  const shifted = await watchShifts(page);
  await offered(page).first().click();
  await expect(word(page)).toHaveText('Clara is speaking');
  await expect(visit(page)).toContainText(question ?? 'nothing');
  await expect.poll(() => listenToGuide(page)).toBeGreaterThan(audible);
  const captions = visit(page).getByRole('log', { name: 'Captions' });
  await expect(captions.locator('mark').first()).toBeVisible();
  await expect(captions).toContainText(question ?? 'nothing');
  await expect.poll(() => captions.locator('span + mark').count()).toBeGreaterThan(0);
  await expectStill(shifted, 'a question and its answer');
  expect(asked.filter((path) => path === '/api/chat')).toEqual([]);
  expect(asked.filter((path) => path === '/api/voice/call/web')).toHaveLength(1);

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
