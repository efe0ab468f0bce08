import { writeWav } from '@enfilade/shared-contracts/kit/wav';
import { expect, hold, makeReady, offered, openVisit, test, visit, wholePhraseMs, word } from '../test-kit/voice-test.ts';
import { keepSamples, numberOf } from './keep-samples.ts';
import {
  askForMicrophone,
  forgetSilences,
  installFirstListener,
  installProbe,
  installReadingProbe,
  listen,
  readSight,
  readSilences,
} from './probe.ts';

const rounds = numberOf('VOICE_ROUNDS', 12);
const clicks = numberOf('VOICE_CLICKS', 16);
/** Each round takes as long as the phrase. */
const spokenRounds = numberOf('VOICE_SPOKEN', 4);
/** Between two calls: the client's own pause is not part of a start. */
const restMs = 800;

/** In ms. Figures without a limit are for diagnosis. */
const limits: Record<string, { most?: number; p95?: number }> = {
  'click to first audible sample': { most: 150, p95: 250 },
  'click to first audible sample, on a phone': { most: 150, p95: 250 },
  'message to first audible sample': { most: 60, p95: 150 },
  'push-to-talk press to open microphone': { most: 50 },
  'our own share of the press': { most: 20 },
  'interrupt to silence': { most: 150, p95: 350 },
  'our own share of the interrupt': { most: 20 },
};

/** Keeps each sample at once, so that an aborted run reports its samples. */
const keep = (name: string, from: number | undefined, to: number | undefined) =>
  keepSamples(name, [(to ?? Number.NaN) - (from ?? Number.NaN)], limits[name]);

/** Milliseconds in which a visitor reads the text about the microphone. */
const readingMs = 2_000;

for (const [kind, userAgent] of [
  ['', undefined],
  [', on a phone', 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'],
] as const)
  test.describe(`the first click${kind}`, () => {
    if (userAgent) test.use({ userAgent });
    // A first visit has a new page and an empty cache.
    for (let click = 1; click <= clicks; click += 1)
      test(`click ${click}${kind} starts the guide’s sound`, async ({ page, site }) => {
        await installProbe(page);
        await installFirstListener(page);
        await askForMicrophone(page);
        await openVisit(page, site.origin);
        const allow = visit(page).getByRole('button', { name: 'Allow microphone' });
        await expect(allow).toBeVisible();
        await page.waitForTimeout(readingMs);
        await allow.click();
        await expect.poll(async () => (await readSight(page)).firstSoundAt, { intervals: [50] }).toBeDefined();
        // More pieces of sound give a more exact time of creation.
        await page.waitForTimeout(restMs);
        const { pressedAt, firstSoundAt, arrivedAt } = await readSight(page);
        keep(`click to first audible sample${kind}`, pressedAt, firstSoundAt);
        keep(`of the first click${kind}, until the first sound reaches the page`, pressedAt, arrivedAt);
      });
  });

test.describe('with the microphone granted', () => {
  test.use({ permissions: ['microphone'] });

  test('a call begins after a click on the tab', async ({ page, site }) => {
    await installProbe(page);
    await installFirstListener(page);
    await openVisit(page, site.origin, { inputMode: 'text' });
    await expect(visit(page).getByRole('textbox')).toBeVisible();
    const [audio, text] = ['Audio', 'Text'].map((name) => visit(page).getByRole('tab', { name }));
    for (let round = 0; round <= rounds; round += 1) {
      await audio?.click();
      await expect.poll(async () => (await readSight(page)).firstSoundAt, { intervals: [50] }).toBeDefined();
      const { pressedAt, firstSoundAt } = await readSight(page);
      if (round > 0) keep('click on the tab to first audible sample', pressedAt, firstSoundAt);
      await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
      await text?.click();
      await page.waitForTimeout(restMs);
    }
  });

  /** Longer than each measured time of a press. */
  const pressMs = 600;

  // After an interrupted answer to a suggested question, the screen suggests no other question.
  for (let round = 0; round < rounds; round += 1)
    test(`the guide answers a question and falls silent after a press, round ${round + 1}`, async ({ page, site }) => {
      await installProbe(page);
      await openVisit(page, site.origin);
      await makeReady(page);
      await page.waitForTimeout(restMs);
      await listen(page);
      await offered(page).first().click();
      await expect.poll(async () => (await readSight(page)).firstSoundAt, { intervals: [50] }).toBeDefined();
      const asked = await readSight(page);
      keep('message to first audible sample', asked.pressedAt, asked.firstSoundAt);
      keep('of the message, until the first sound reaches the page', asked.pressedAt, asked.arrivedAt);

      await expect(word(page)).toHaveText('Clara is speaking');
      await listen(page);
      await page.waitForTimeout(700 + round * 60);
      const { release } = await hold(page);
      await page.waitForTimeout(pressMs);
      const sight = await readSight(page);
      await release();
      keep('push-to-talk press to open microphone', sight.pressedAt, sight.openAt);
      keep('our own share of the press', sight.tellingAt, sight.openAt);
      keep('interrupt to silence', sight.pressedAt, sight.mutedAt);
      keep('our own share of the interrupt', sight.tellingAt, sight.mutedAt);
      keep('interrupt to the last sound on the line', sight.pressedAt, sight.lastSoundAt);
    });

  test('the guide hears a spoken question and answers', async ({ page, site, transcription }) => {
    await installProbe(page);
    await openVisit(page, site.origin);
    for (let round = 0; round < spokenRounds; round += 1) {
      await makeReady(page);
      await listen(page);
      const { release } = await hold(page);
      await page.waitForTimeout(wholePhraseMs);
      await release();
      await expect(word(page)).toHaveText('Clara is speaking');
      await expect.poll(async () => (await readSight(page)).firstSoundAt, { intervals: [50] }).toBeDefined();
      const sight = await readSight(page);
      keep('release to first audible sample', sight.pressedAt, sight.firstSoundAt);
      // The page also sends the words before each pause: the last recording is that of the hold.
      const last = transcription.heard.splice(0).findLast(({ isPhrase }) => isPhrase);
      keepSamples('likeness of what was heard to what was said', [last?.likeness ?? 0], { least: 0.8 });
    }
  });
});

test('a reading pauses between two parts', async ({ page, site }) => {
  await installReadingProbe(page);
  // Every part is a tone between two long silences, as voices produce.
  await page.route('**/api/speech/**', (route) => route.fulfill({ contentType: 'audio/wav', body: createTone() }));
  await openVisit(page, site.origin, { inputMode: 'text' });
  await visit(page).getByRole('textbox').fill('Who painted the ceiling?');
  await visit(page).getByRole('textbox').press('Enter');
  const key = visit(page).getByRole('button', { name: 'Listen', exact: true }).last();
  for (let round = 0; round < rounds; round += 1) {
    await forgetSilences(page);
    await key.click();
    await expect.poll(() => readSilences(page)).not.toEqual([]);
    await expect(key).toBeVisible();
    keepSamples('silence between two parts read aloud', await readSilences(page), { most: 100, p95: 150 });
  }
});

function createTone(): Buffer {
  const rate = 16_000;
  const samples = Int16Array.from({ length: 1.2 * rate }, (_, at) =>
    at > 0.4 * rate && at < 0.8 * rate ? 8_000 * (at % 20 < 10 ? 1 : -1) : 0,
  );
  return Buffer.from(writeWav(samples, rate));
}
