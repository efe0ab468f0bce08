import { expect, type Page } from '@playwright/test';
import { screenOf } from './test.ts';

/** Gives the first answer to each question until the visit is shown. Calls `look` for each question and before sending a chosen answer. */
export async function answerQuestions(page: Page, look: (name: string) => Promise<void> = async () => {}): Promise<void> {
  const tailoring = screenOf(page, 'tailoring');
  const visit = screenOf(page, 'visit');
  const heading = tailoring.getByRole('heading', { level: 1 });
  for (;;) {
    await expect(heading.or(visit)).toBeVisible();
    if (await visit.isVisible()) return;
    // A question is shown a moment longer than its address.
    const question = await heading.innerText();
    const { search } = new URL(page.url());
    await look(search.slice(1));
    const box = tailoring.getByRole('checkbox').first();
    const hasBoxes = await box.isVisible();
    if (hasBoxes) await box.check();
    else await tailoring.locator('main ul button[aria-pressed]').first().click();
    if (hasBoxes || search.includes('question=voice')) {
      await look(`${search.slice(1)}-answered`);
      await tailoring.locator('main button').last().click();
    }
    await expect(heading.filter({ hasText: question })).toHaveCount(0);
  }
}
