import { findBarriers } from '../test-kit/barriers.ts';
import { makeScreen } from '../test-kit/new-screen.ts';
import { askForVersions, pin, publish, unpin } from '../test-kit/release.ts';
import { expect, museums, staircase, test } from '../test-kit/test.ts';

const name = 'shop';
const museum = museums.belmonte;

test('a pinned filler appears in an open page, moves nothing, and disappears with its pin', async ({ page, site }) => {
  const made = await makeScreen(name, '--fills', 'end.card');
  made.remove();
  const version = await publish(site, name, made.built);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(`/text-chat?museum=${museum}&collection=${staircase}#end`);
  const card = page
    .locator(`[data-slot="end.card"][data-filler="${name}"][data-version="${version}"]`)
    .getByRole('region', { name: 'A word from Palazzo Belmonte' });
  const forget = page.getByRole('region', { name: 'Forget my visit' });
  const before = await forget.boundingBox();
  await expect(page.locator('[data-slot]')).toHaveCount(0);
  expect(scripts.filter((file) => /\/seldom\.|\/remotes\/shop\//.test(file))).toEqual([]);

  await pin(site, museum, { name, version, expected: null });
  try {
    await askForVersions(page);
    await expect(card).toBeVisible();
    const after = await forget.boundingBox();
    expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
    expect(await findBarriers(page, { practices: true })).toEqual([]);
  } finally {
    await unpin(site, museum, name);
  }
  await askForVersions(page);
  await expect(card).toHaveCount(0);
  await expect(page.locator('[data-slot="end.card"]')).toBeHidden();
});
