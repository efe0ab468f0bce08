import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pin, publish, unpin } from '../test-kit/release.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const root = path.resolve(import.meta.dirname, '../..');
const version = '0.9.0';

/** The checked-in build with the contract of the day: this is about federation alone. @returns its folder */
function olderBuild(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'enfilade-older-'));
  cpSync(path.join(root, 'infra/server/registry/testing/older-federation/build'), folder, { recursive: true });
  const present = JSON.parse(readFileSync(path.join(root, 'mfe-landing/dist/enfilade-remote.json'), 'utf8')) as object;
  writeFileSync(path.join(folder, 'enfilade-remote.json'), JSON.stringify({ ...present, name: 'landing', version }));
  return folder;
}

test('a remote built with an older federation release is published and opens', { tag: '@all' }, async ({ page, site }) => {
  const folder = olderBuild();
  await publish(site, 'landing', folder);
  rmSync(folder, { recursive: true });
  await pin(site, museums.cathedral, { name: 'landing', version, expected: null });
  try {
    await page.goto(`/collection-selection?museum=${museums.cathedral}`);
    const landing = screenOf(page, 'landing');
    await expect(landing).toHaveAttribute('data-version', version);
    const title = landing.getByRole('heading', { level: 1, name: 'A room from an older house' });
    await expect(title).toHaveCSS('color', 'rgb(1, 2, 3)');
    // A hook works only in the one React of the page.
    await landing.getByRole('button', { name: 'Pressed 0' }).click();
    await expect(landing.getByRole('button', { name: 'Pressed 1' })).toBeVisible();
  } finally {
    await unpin(site, museums.cathedral, 'landing');
  }
});
