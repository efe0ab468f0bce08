import { expect, type Page } from '@playwright/test';
import { answers, rememberAnswers } from './answers.ts';
import { screenOf, speakLanguage } from './test.ts';
import { rememberVisitConfig } from './visit-config.ts';

/** By default at Belmonte's staircase and in English. */
interface Place {
  museumID?: string;
  collectionID?: string;
  language?: string;
  visitMode?: 'guided' | 'exploration';
}

export async function openWritten(page: Page, url = '', { language = 'en', visitMode = 'guided', ...ids }: Place = {}): Promise<void> {
  await rememberAnswers(page.context(), url, { ...ids, given: { ...answers, voice: [`${language}-1`] } });
  await rememberVisitConfig(page.context(), { inputMode: 'text', visitMode });
  await speakLanguage(page, language);
  await page.goto('/visit');
  await expect(screenOf(page, 'visit').getByRole('textbox')).toBeVisible();
}

/** Waits for the whole answer. */
export async function askInWriting(page: Page, text: string): Promise<void> {
  const visit = screenOf(page, 'visit');
  const whole = visit.getByRole('log').getByRole('button', { name: /^(Copy|Kopieren)$/ });
  await visit.getByRole('textbox').fill(text);
  // Waits for the previous answer.
  await expect(visit.getByRole('button', { name: /^(Send|Senden)$/ })).toHaveAttribute('aria-disabled', 'false');
  const before = await whole.count();
  await page.keyboard.press('Enter');
  await expect(whole).toHaveCount(before + 1);
}
