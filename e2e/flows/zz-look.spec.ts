import { answers } from '../test-kit/answers.ts';
import { findBarriers, findClipped } from '../test-kit/barriers.ts';
import { expect, museums, screenOf, staircase, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

const out = '/tmp/end-look';
const sizes = [[320, 568], [390, 844], [844, 390]] as const;
test('look', async ({ page, context, baseURL }) => {
  test.setTimeout(280_000);
  await rememberVisitConfig(context, { inputMode: 'text' });
  const shoot = async (name: string) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(150);
      await page.screenshot({ path: `${out}/${name}-${width}.png` });
      const found = [...(await findBarriers(page, { practices: true })), ...(await findClipped(page))];
      if (found.length) console.log(name, width, found.join('\n').slice(0, 600));
    }
  };
  await page.goto(`/?museum=${museums.textChat}`);
  await expect(screenOf(page, 'chat').getByText('Good evening. I am Vesper')).toBeVisible();
  for (const language of ['en', 'de', 'fr']) {
    await page.getByRole('combobox').first().selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await shoot(`chat-${language}`);
  }
  await page.goto(`/text-chat?museum=${museums.cathedral}&collection=6610a1b2c3d4e5f602000006`);
  await page.waitForTimeout(1500);
  await shoot('chat-dom-fr');
  const gallery = { museumID: '6610a1b2c3d4e5f601000005', collectionID: '6610a1b2c3d4e5f602000015', tailoringAnswers: encodeURIComponent(JSON.stringify({ time: ['time.10'], voice: ['fr-1'] })) };
  await context.addCookies(Object.entries(gallery).map(([name, value]) => ({ name, value, url: baseURL ?? '' })));
  await page.goto('/visit');
  await page.waitForTimeout(1500);
  await shoot('gallery-fr');
  const cookies = { museumID: museums.belmonte, collectionID: staircase, tailoringAnswers: encodeURIComponent(JSON.stringify({ ...answers, voice: ['fr-1'] })) };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: baseURL ?? '' })));
  await page.goto('/visit');
  await page.waitForTimeout(1500);
  await shoot('visit-fr');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await shoot('visit-fr-200');
  await page.getByRole('button', { name: 'Terminer la visite' }).click();
  await page.waitForTimeout(1000);
  await page.getByRole('button', { name: 'Créer un lien' }).click();
  await page.waitForTimeout(1000);
  await shoot('end-fr-200');
  await page.getByRole('button', { name: 'Oublier ma visite' }).click();
  await page.getByRole('button', { name: 'Tout oublier' }).click();
  await page.waitForTimeout(1500);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await shoot('forgotten-fr');
});
