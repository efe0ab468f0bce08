import { findBarriers, findClipped } from '../../test-kit/barriers.ts';
import { watchDevices } from '../../test-kit/instruments.ts';
import { expect, makeReady, offered, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });
test.beforeEach(({ page }) => watchDevices(page));

test('in a call the captions are in the language that was chosen, marked as that, with the guide’s own words one press away', async ({
  page,
  faults,
}) => {
  await page.addInitScript(() => localStorage.setItem('settings', JSON.stringify({ captionsIn: 'de' })));
  await openVisit(page, faults.origin);
  await makeReady(page);
  await offered(page).first().click();
  await expect(word(page)).toHaveText('Clara is speaking');
  const captions = visit(page).getByRole('log', { name: 'Captions' });
  const said = captions.locator('p[lang="de"]');
  await expect(said).toContainText('Zentimeter');
  await expect(said.locator('mark').first()).toBeVisible();
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(visit(page).getByRole('button', { name: 'Original', exact: true })).toBeVisible();
  await expect(visit(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  expect(await findClipped(page)).toEqual([]);
  await visit(page).getByRole('button', { name: 'Original', exact: true }).click();
  await expect(captions).toContainText('centimetres');
});
