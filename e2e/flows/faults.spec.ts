import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import type { Page } from '@playwright/test';
import type { Fault } from '../test-kit/fault.ts';
import { inPage, signAgain } from '../test-kit/page-set.ts';
import { passTimeUntilVisible, startPageTime } from '../test-kit/page-time.ts';
import type { RunningSite } from '../test-kit/start-site.ts';
import { cardOf, expect, museums, screenOf, test } from '../test-kit/test.ts';

/** No other test pins a version here: a page replaces a broken version by a museum's earlier version, and shows no Retry. */
const museum = museums.gallery;
/** The first screen's style is in the page, so only a later screen's style file can break. */
const files = {
  entry: { screen: 'landing', matches: /^\/remotes\/landing\/[^/]+\/remoteEntry\.js$/ },
  chunk: { screen: 'landing', matches: /^\/remotes\/landing\/.*\/screen\.[^/]*\.js$/ },
  style: { screen: 'tailoring', matches: /^\/remotes\/tailoring\/.*\.css$/ },
  texts: { screen: 'landing', matches: /^\/remotes\/landing\/.*texts-en.*\.js$/ },
} as const;
/** The entry gets every kind; the other files get one of the kinds that a browser treats alike. */
const kinds = ['404', '500', 'html', 'flipped', 'tampered', 'hang'] as const satisfies Fault['kind'][];
const some = ['500', 'tampered', 'hang'] as const;
/** In the first tier, one changed file and one file that never arrives represent the others. */
const first = ['chunk tampered', 'style hang'];

for (const [file, { screen, matches }] of Object.entries(files)) {
  for (const kind of file === 'entry' ? kinds : some) {
    const tag = first.includes(`${file} ${kind}`) ? [] : '@all';
    test(`a screen whose ${file} is broken (${kind}) shows an error, and Retry loads the screen`, { tag }, async ({ page, faults }) => {
      faults.break(matches, { kind });
      if (kind === 'hang') await startPageTime(page);
      await page.goto(`/?museum=${museum}`, { waitUntil: 'commit' });
      if (screen === 'tailoring') await cardOf(page, 'The Lock Painters').click();
      const retry = page.getByRole('button', { name: 'Retry' });
      if (kind === 'hang') await passTimeUntilVisible(page, retry);
      await expect(retry).toBeVisible();
      await expect(page.getByText('This room did not open')).toBeVisible();
      expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
      await expect(page.getByLabel(/language/i)).toBeEnabled();

      faults.heal();
      const asked = faults.requests.length;
      await retry.click();
      await expect(screenOf(page, screen)).toBeVisible();
      expect(faults.requests.slice(asked), 'Retry requests the file').toContainEqual(expect.stringMatching(matches));
    });
  }
}

/** Signs the changed set as the site does. */
const inSet = (site: RunningSite, change: (remote: PinnedRemote) => Partial<PinnedRemote>): Fault =>
  inPage((set) => {
    const { landing } = set.remotes;
    return signAgain(site, landing ? { ...set, remotes: { ...set.remotes, landing: { ...landing, ...change(landing) } } } : set);
  });
const landingGlobals = (page: Page) => page.evaluate(() => Object.keys(globalThis).filter((name) => name.startsWith('enfilade_landing')));

test('the page refuses a remote that needs another React before any of its scripts runs', async ({ page, faults, site }) => {
  faults.break(
    /^\/(\?|$)/,
    inSet(site, () => ({ shared: { react: '^18.0.0' } })),
  );
  await page.goto(`/?museum=${museum}`);
  await page.getByText('For museum staff').click();
  await expect(page.getByText('incompatible')).toBeVisible();
  expect(await page.locator('script[src*="/remotes/"]').count()).toBe(0);
  expect(await landingGlobals(page)).toEqual([]);
});
