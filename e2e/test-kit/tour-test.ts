import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Tour } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { Page } from '@playwright/test';
import { answers, rememberAnswers } from './answers.ts';
import { startSite } from './start-site.ts';
import { expect, screenOf, test as siteTest } from './test.ts';
import { rememberVisitConfig } from './visit-config.ts';

interface WorkerFixtures {
  /** Turns the site's time on. */
  passSiteTime(ms: number): void;
}

/** The built site, whose time the test turns on. */
export const test = siteTest.extend<object, WorkerFixtures>({
  passSiteTime: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use, { workerIndex }) => {
      const file = timeFile(workerIndex);
      let passed = 0;
      await use((ms) => {
        passed += ms;
        writeFileSync(file, String(passed));
      });
    },
    { scope: 'worker' },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use, { workerIndex }) => {
      const file = timeFile(workerIndex);
      writeFileSync(file, '0');
      const preload = path.join(import.meta.dirname, 'turned-time.mjs');
      const site = await startSite({ TURNED_TIME: file, NODE_OPTIONS: `--import ${preload}` });
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
  input: 'text' | 'audio';
  museumID?: string;
  collectionID?: string;
  given?: object;
}

/** Who has answered everything comes to the guided visit. */
export async function openTour(page: Page, url: string, { language, minutes, input, given, ...ids }: Walk): Promise<void> {
  const voice = [`${language}-1`];
  await rememberAnswers(page.context(), url, { ...ids, given: { ...answers, time: [`time.${minutes}`], voice, ...given } });
  await rememberVisitConfig(page.context(), { inputMode: input });
  await page.addInitScript((chosen) => {
    localStorage.setItem('userChangedLanguage', 'true');
    localStorage.setItem('language', chosen);
  }, language);
  await page.goto('/visit');
}

interface Steps {
  /** What the answer said of the tour, and its words. */
  tour: Tour;
  text: string;
}

/** What the guide says of the tour in each answer of the chat, as it reaches the page. */
export function followTour(page: Page): Steps[] {
  const steps: Steps[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/api/chat')) return;
    const body = await response.text().catch(() => '');
    const found = /event: tour\ndata: (.*)\n/.exec(body)?.[1];
    const text = [...body.matchAll(/event: text\ndata: (.*)\n/g)].map(([, data]) => JSON.parse(data ?? '').delta).join('');
    if (found) steps.push({ tour: JSON.parse(found), text });
  });
  return steps;
}

/** Begins the tour and answers each of its questions with Yes, until nothing more is asked. */
export async function walkTour(page: Page, { language }: Walk, listen: () => Promise<void>): Promise<void> {
  const visit = screenOf(page, 'visit');
  const { tour, begin, yes } = words[language];
  await visit.getByRole('region', { name: tour }).getByRole('button', { name: begin }).click();
  const key = visit.getByRole('group', { name: tour }).getByRole('button', { name: yes, exact: true });
  const questions = visit.getByRole('list').filter({ has: page.getByRole('button') });
  for (;;) {
    await expect(key.or(questions.last())).toBeVisible();
    await listen();
    if (!(await key.isVisible())) return;
    await key.click();
  }
}

/** Sentences that were said before, of eight words and more. */
export const repeated = (said: readonly string[]): string[] => {
  const all = said.flatMap(splitSentences).filter((sentence) => sentence.split(' ').length >= 8);
  return all.filter((sentence, at) => all.indexOf(sentence) !== at);
};
