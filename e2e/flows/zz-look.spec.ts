import { answers } from '../test-kit/answers.ts';
import { findBarriers, findClipped } from '../test-kit/barriers.ts';
import { expect, museums, screenOf, staircase, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

const out = '/tmp/end-look';
const sizes = [[320, 568], [390, 844], [844, 390], [768, 1024], [1440, 900]] as const;
test('look', async ({ page, context, baseURL }) => {
  test.setTimeout(280_000);
  const cookies = { museumID: museums.belmonte, collectionID: staircase, tailoringAnswers: encodeURIComponent(JSON.stringify(answers)) };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: baseURL ?? '' })));
  await rememberVisitConfig(context, { inputMode: 'text' });
  await page.goto('/visit');
  const visit = screenOf(page, 'visit');
  for (const q of ['Begin the tour', 'Next room', 'Next room', 'Why is the ceiling of the painting salon so dark?']) {
    await visit.getByRole('textbox').fill(q);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(2500);
  }
  const shoot = async (name: string) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(150);
      await page.screenshot({ path: `${out}/${name}-${width}.png`, fullPage: width !== 844 });
      const found = [...(await findBarriers(page, { practices: true })), ...(await findClipped(page))];
      if (found.length) console.log(name, width, found.join('\n').slice(0, 1500));
    }
  };
  await shoot('visit');
  await page.getByRole('button', { name: 'End the visit' }).click();
  await expect(page.getByRole('heading', { name: 'Your visit', exact: true })).toBeVisible();
  await shoot('end');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByRole('img', { name: /^Square/ })).toBeVisible();
  await page.getByText('What you heard and asked').click();
  await shoot('end-made');
  await page.emulateMedia({ media: 'print' });
  await page.screenshot({ path: `${out}/print.png`, fullPage: true });
  await page.pdf({ path: `${out}/print.pdf` }).catch(() => undefined);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Switch to light on dark' }).click();
  for (const language of ['de', 'fr']) {
    await page.getByRole('combobox').first().selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await shoot(`end-${language}`);
  }
  await page.goto(`/collection-selection?museum=${museums.belmonte}#visit=bad`);
  await page.waitForTimeout(1500);
  await shoot('broken-fr');
});
