import type { Fault } from '../test-kit/fault.ts';
import { inPage, signAgain } from '../test-kit/page-set.ts';
import { passTimeUntilVisible, startPageTime } from '../test-kit/page-time.ts';
import type { RunningSite } from '../test-kit/start-site.ts';
import { cardOf, expect, museums, screenOf, test } from '../test-kit/test.ts';

/** A first screen's style stands in the page: only a later screen's can be broken. */
const files = {
  entry: { screen: 'landing', matches: /^\/remotes\/landing\/[^/]+\/remoteEntry\.js$/ },
  chunk: { screen: 'landing', matches: /^\/remotes\/landing\/.*\/screen\.[^/]*\.js$/ },
  style: { screen: 'tailoring', matches: /^\/remotes\/tailoring\/.*\.css$/ },
  texts: { screen: 'landing', matches: /^\/remotes\/landing\/.*texts-en.*\.js$/ },
} as const;
const kinds = ['404', '500', 'html', 'flipped', 'tampered', 'hang'] as const satisfies Fault['kind'][];

for (const [file, { screen, matches }] of Object.entries(files)) {
  for (const kind of kinds) {
    test(`a screen whose ${file} is broken (${kind}) says so and comes back by Retry`, async ({ page, faults }) => {
      faults.break(matches, { kind });
      if (kind === 'hang') await startPageTime(page);
      await page.goto(`/?museum=${museums.belmonte}`, { waitUntil: 'commit' });
      if (screen === 'tailoring') await cardOf(page, 'The Grand Staircase').click();
      const retry = page.getByRole('button', { name: 'Retry' });
      if (kind === 'hang') await passTimeUntilVisible(page, retry);
      await expect(retry).toBeVisible();
      await expect(page.getByText('This room did not open')).toBeVisible();
      expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
      // The shell lives: language and appearance can be changed.
      await expect(page.getByLabel(/language/i)).toBeEnabled();

      faults.heal();
      const asked = faults.requests.length;
      await retry.click();
      await expect(screenOf(page, screen)).toBeVisible();
      expect(
        faults.requests.slice(asked).some((path) => matches.test(path)),
        'Retry asked again',
      ).toBe(true);
    });
  }
}

test('a second Retry works when the first comes too early', async ({ page, faults }) => {
  faults.break(files.chunk.matches, { kind: '500' });
  await page.goto(`/?museum=${museums.belmonte}`, { waitUntil: 'commit' });
  const retry = page.getByRole('button', { name: 'Retry' });
  await retry.click();
  await expect(retry).toBeEnabled();
  await expect(page.getByText('This room did not open')).toBeVisible();
  faults.heal();
  await retry.click();
  await expect(screenOf(page, 'landing')).toBeVisible();
});

test('one dead screen leaves the three others alive', async ({ page, faults, context }) => {
  faults.break(/^\/remotes\/tailoring\//, { kind: '404' });
  await page.goto(`/?museum=${museums.cathedral}`);
  await cardOf(page, 'The Great Window').click();
  await expect(page.getByText('This room did not open')).toBeVisible();

  await page.getByRole('button', { name: 'Back to the exhibitions' }).click();
  await expect(screenOf(page, 'landing')).toBeVisible();
  await page.goto('/text-chat');
  await expect(screenOf(page, 'chat')).toBeVisible();
  const answers = { consent: ['consent.decline'], expertise: ['visitorType.alone'], time: ['time.5'], voice: ['en-1'] };
  await context.addCookies([{ name: 'tailoringAnswers', value: encodeURIComponent(JSON.stringify(answers)), url: faults.origin }]);
  await page.goto('/visit');
  await expect(screenOf(page, 'visit')).toBeVisible();
});

type SetChange = (remote: Record<string, unknown>) => void;

/** Changes what the page's release set says of the landing, as a site would that has such a remote. */
const inSet = (change: SetChange, site: RunningSite): Fault =>
  inPage((set) => {
    change(set.remotes['landing'] ?? {});
    return signAgain(site, set);
  });

const entryOf = (remote: Record<string, unknown>) => String(remote['entry']);
const hashes = (remote: Record<string, unknown>) => remote['integrity'] as Record<string, string>;

const unfit: [string, SetChange][] = [
  ['wants another React', (remote) => Object.assign(remote, { shared: { react: '^18.0.0' } })],
  ['names no range for React', (remote) => Object.assign(remote, { shared: {} })],
  ['wants a shared package the page has not', (remote) => Object.assign(remote, { shared: { react: '^19.0.0', vue: '^3.0.0' } })],
  ['was built for another contract', (remote) => Object.assign(remote, { contract: '^99.0.0' })],
  ['needs another federation runtime', (remote) => Object.assign(remote, { federation: '^99.0.0' })],
];
for (const [what, change] of unfit) {
  test(`a remote that ${what} is refused before any of its scripts runs`, async ({ page, faults, site }) => {
    faults.break(/^\/(\?|$)/, inSet(change, site));
    await page.goto(`/?museum=${museums.belmonte}`);
    await page.getByText('For museum staff').click();
    await expect(page.getByText('incompatible')).toBeVisible();
    expect(await page.locator('script[src*="/remotes/"]').count()).toBe(0);
    expect(await page.evaluate(() => Object.keys(globalThis).filter((name) => name.startsWith('enfilade_landing')))).toEqual([]);
  });
}

const unhashed: [string, SetChange][] = [
  ['is missing', (remote) => delete hashes(remote)[entryOf(remote)]],
  ['is empty', (remote) => Object.assign(hashes(remote), { [entryOf(remote)]: '' })],
  ['is of an unknown kind', (remote) => Object.assign(hashes(remote), { [entryOf(remote)]: 'sha1-zzz' })],
  ['is wrong', (remote) => Object.assign(hashes(remote), { [entryOf(remote)]: `sha384-${'A'.repeat(64)}` })],
];
for (const [what, change] of unhashed) {
  test(`a remote whose entry hash ${what} never runs`, async ({ page, faults, site }) => {
    // The gateway's own answer would mend the set: it must not be had either.
    faults.break(/^\/(\?|$)/, inSet(change, site));
    faults.break(/^\/api\/compositions\//, { kind: '500' });
    await page.goto(`/?museum=${museums.belmonte}`);
    // A set that is no set names no screen either.
    await expect(page.getByRole('heading', { name: /^(This room did not open|The museum could not be reached\.)$/ })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(globalThis).filter((name) => name.startsWith('enfilade_landing')))).toEqual([]);
  });
}
