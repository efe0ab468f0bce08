import { renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Tour } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { Locator, Page } from '@playwright/test';
import { answers, rememberAnswers } from './answers.ts';
import { startSite } from './start-site.ts';
import { screenOf, speakLanguage } from './test.ts';
import { hearsBy } from './transcription-service.ts';
import { rememberVisitConfig } from './visit-config.ts';
import { expect, test as voiceTest } from './voice-test.ts';

interface WorkerFixtures {
  passSiteTime(ms: number): void;
}

/** The test advances the site's time. */
export const test = voiceTest.extend<object, WorkerFixtures>({
  passSiteTime: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use, { workerIndex }) => {
      const file = timeFile(workerIndex);
      let passed = 0;
      await use((ms) => {
        passed += ms;
        // Replaces the file in one step, because the site may read the file at any moment.
        writeFileSync(`${file}.next`, String(passed));
        renameSync(`${file}.next`, file);
      });
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ transcriptionService }, use, { workerIndex }) => {
      const file = timeFile(workerIndex);
      writeFileSync(file, '0');
      const preload = path.join(import.meta.dirname, 'turned-time.mjs');
      const site = await startSite({ ...hearsBy(transcriptionService), TURNED_TIME: file, NODE_OPTIONS: `--import ${preload}` });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

const timeFile = (worker: number) => path.join(tmpdir(), `enfilade-time-${process.pid}-${worker}`);

export { expect };

const words = {
  en: { tour: 'Guided tour', begin: 'Begin the tour', yes: 'Yes' },
  de: { tour: 'Führung', begin: 'Führung beginnen', yes: 'Ja' },
  fr: { tour: 'Visite guidée', begin: 'Commencer la visite', yes: 'Oui' },
} as const;

export interface Walk {
  language: Language;
  minutes: 5 | 10 | 15 | 30;
  museumID?: string;
  collectionID?: string;
  given?: object;
  /** If absent, the visit is in writing. */
  input?: 'audio';
}

export async function openTour(page: Page, url: string, { language, minutes, given, input, ...ids }: Walk): Promise<void> {
  const voice = [`${language}-1`];
  await rememberAnswers(page.context(), url, { ...ids, given: { ...answers, time: [`time.${minutes}`], voice, ...given } });
  await rememberVisitConfig(page.context(), { inputMode: input ?? 'text' });
  await speakLanguage(page, language);
  await page.goto('/visit');
}

interface Answer {
  tour: Tour;
  text: string;
}

/** Undefined until the answer is complete. */
export const readAnswer = (page: Page, turn: number): Promise<Answer | undefined> =>
  page.evaluate((wanted) => {
    const kept = JSON.parse(sessionStorage.getItem('conversation') || '{}');
    const turns: { id: number; state: string; opening?: string; answer?: string }[] = kept.turns ?? [];
    const last = turns.findLast(({ id, opening }) => id === wanted && !opening);
    return kept.turn === wanted && last?.state === 'complete' ? { tour: kept.tour, text: last.answer ?? '' } : undefined;
  }, turn);

export const beginKey = (page: Page, language: Language) =>
  screenOf(page, 'visit').getByRole('region', { name: words[language].tour }).getByRole('button', { name: words[language].begin });
export const yesKey = (page: Page, language: Language) =>
  screenOf(page, 'visit')
    .getByRole('group', { name: words[language].tour })
    .getByRole('button', { name: words[language].yes, exact: true });

/** Taps as a finger does. */
export const tap = (key: Locator): Promise<void> => key.click({ delay: 60 });

/** Taps Yes at each question until the tour asks no more. */
export async function walkTour(page: Page, language: Language, listen: (answer: Answer) => Promise<void>): Promise<Answer[]> {
  const answers: Answer[] = [];
  await tap(beginKey(page, language));
  for (let turn = 1; ; turn += 1) {
    await expect.poll(() => readAnswer(page, turn)).toBeDefined();
    const answer = await readAnswer(page, turn);
    if (!answer) throw new Error(`Answer ${turn} is no longer in the page`);
    answers.push(answer);
    await listen(answer);
    if (!answer.tour.asks) return answers;
    await tap(yesKey(page, language));
  }
}

/** Sentences of at least eight words, without the questions that end an answer. */
export function repeated(answers: readonly Answer[]): string[] {
  const all = answers.flatMap(({ tour, text }) => splitSentences(text).slice(0, tour.asks ? -1 : undefined));
  const long = all.filter((sentence) => sentence.split(' ').length >= 8);
  return long.filter((sentence, at) => long.indexOf(sentence) !== at);
}
