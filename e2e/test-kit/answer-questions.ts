import { expect, type Page } from '@playwright/test';
import { screenOf } from './test.ts';

/** Gives the first answer to each question. Calls `look` for each question and before sending a chosen answer. */
export async function answerQuestions(page: Page, look: (name: string) => Promise<void> = async () => {}): Promise<void> {
  const tailoring = screenOf(page, 'tailoring');
  for (;;) {
    await expect(tailoring.getByRole('heading', { level: 1 }).or(screenOf(page, 'visit'))).toBeVisible();
    const { search, pathname } = new URL(page.url());
    // The address changes before the last question disappears.
    if (pathname === '/visit') return expect(screenOf(page, 'visit')).toBeVisible();
    await look(search.slice(1));
    const onward = tailoring.locator('main button').last();
    const box = tailoring.getByRole('checkbox').first();
    if (await box.isVisible()) await box.check();
    else await tailoring.locator('main ul button[aria-pressed]').first().click();
    if ((await box.isVisible()) || search.includes('question=voice')) {
      await look(`${search.slice(1)}-answered`);
      await onward.click();
    }
    await expect(page).not.toHaveURL((url) => url.search === search && url.pathname === '/tailoring');
  }
}
