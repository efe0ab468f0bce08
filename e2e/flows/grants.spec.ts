import { changeBuiltLanding, issueGrant, publish } from '../test-kit/release.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

test('a grant’s link shows its version to its visitor alone until the preview ends', async ({ page, browser, site, baseURL, atEnd }) => {
  const changed = changeBuiltLanding('Choose an exhibition', 'Choose a night');
  atEnd(changed.remove);
  const version = await publish(site, 'landing', changed.folder);
  const grant = await issueGrant(site, { remote: 'landing', version, museumId: museums.cathedral, minutes: 30 });
  const landing = screenOf(page, 'landing');
  const banner = page.getByRole('region', { name: 'Preview' });

  await page.goto(`/?museum=${museums.cathedral}&grant=${grant}`);
  await expect(landing.getByRole('button', { name: 'Choose a night' })).toBeVisible();
  await expect(landing).toHaveAttribute('data-version', version);
  // A grant that ends after midnight names the day, too.
  await expect(banner).toContainText(new RegExp(`Preview of landing ${version} until (\\d+ \\w+, )?\\d\\d:\\d\\d`));
  expect(page.url()).toMatch(/\/collection-selection$/);

  const somebody = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await somebody.newPage();
  await other.goto(`/?museum=${museums.cathedral}`);
  await expect(screenOf(other, 'landing')).toBeVisible();
  await expect(screenOf(other, 'landing')).not.toHaveAttribute('data-version', version);
  await expect(other.getByRole('region', { name: 'Preview' })).toHaveCount(0);
  await somebody.close();
  await page.reload();
  await expect(landing).toHaveAttribute('data-version', version);

  await banner.getByRole('button', { name: 'Leave preview' }).click();
  await expect(landing.getByRole('button', { name: 'Choose an exhibition' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(landing).not.toHaveAttribute('data-version', version);
});
