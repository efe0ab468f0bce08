import type { Page } from '@playwright/test';
import type { FaultProxy } from '../../test-kit/fault-proxy.ts';
import { expect, museums, screenOf, test } from '../../test-kit/test.ts';
import { untilQuiet } from '../../test-kit/until-quiet.ts';

const evil = 'https://evil.invalid/remoteEntry.js';
const remotes = ['landing', 'tailoring', 'visit', 'chat', 'enfilade'];
/** Loaders and their developer tools read these names to replace a module. */
const overrides: Record<string, string> = {
  ...Object.fromEntries(
    remotes.flatMap((name) => [
      [`import-map-override:${name}`, evil],
      [`import-map-override:./${name}`, evil],
      [`module-federation-${name}`, evil],
      [`__FEDERATION__${name}`, evil],
      [`mf-override:${name}`, evil],
      [name, evil],
    ]),
  ),
  'import-map': JSON.stringify({ imports: Object.fromEntries(remotes.map((name) => [name, evil])) }),
  'import-map-overrides': JSON.stringify({ landing: evil }),
  'import-map-overrides-disabled': 'false',
  devtools: 'true',
  FEDERATION_DEBUG: '1',
  __FEDERATION__: JSON.stringify({ __INSTANCES__: [], moduleInfo: { landing: { remoteEntry: evil } } }),
  __FEDERATION_OVERRIDES__: JSON.stringify({ landing: evil }),
  __FEDERATION_PROXY__: JSON.stringify({ landing: evil }),
  __MF_DEVTOOLS__: JSON.stringify({ enabled: true, overrides: { landing: evil } }),
  mf_chrome_devtools: JSON.stringify({ enabled: true, proxyRules: [{ key: 'landing', value: evil }] }),
  'module-federation-devtools': JSON.stringify({ landing: evil }),
  'vmok-overrides': JSON.stringify({ landing: evil }),
  __VMOK__: JSON.stringify({ landing: evil }),
  remotes: JSON.stringify({ landing: evil }),
  'release-set': JSON.stringify({ remotes: { landing: { entry: evil } } }),
  remote: `landing@${evil}`,
  'remote-overrides': evil,
  override: `landing=${evil}`,
  preview: evil,
  manifest: evil,
  set: evil,
};

/** Includes files from the cache. */
async function loadedBy(page: Page, faults: FaultProxy, path: string): Promise<Set<string>> {
  await page.goto(path);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await untilQuiet(faults);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return new Set(loaded.filter((each) => !/\/(?:api|media)\//.test(each)));
}

test('neither browser storage nor the address replaces a module of the site', async ({ page, context, faults, baseURL }) => {
  const usual = await loadedBy(page, faults, `/collection-selection?museum=${museums.belmonte}`);
  expect([...usual].filter((each) => each.includes('/remotes/landing/')).length).toBeGreaterThan(1);
  await page.evaluate((all) => {
    for (const [name, value] of Object.entries(all)) {
      localStorage.setItem(name, value);
      sessionStorage.setItem(name, value);
    }
    window.name = JSON.stringify(all);
  }, overrides);
  await context.addCookies(
    Object.entries(overrides)
      .filter(([name]) => /^[\w.-]+$/.test(name))
      .map(([name, value]) => ({ name, value: encodeURIComponent(value), url: baseURL ?? '' })),
  );
  const query = new URLSearchParams({ museum: museums.belmonte, ...overrides });
  expect(await loadedBy(page, faults, `/collection-selection?${query}#${new URLSearchParams(overrides)}`)).toEqual(usual);
  await expect(screenOf(page, 'landing')).toHaveAttribute('data-version', /^\d+\.\d+\.\d+/);
});
