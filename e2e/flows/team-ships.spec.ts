import type { Browser } from '@playwright/test';
import { remotes } from '../test-kit/command-line.ts';
import { buildFaulty, changeBuiltLanding, pin, startRollout } from '../test-kit/release.ts';
import { type RunningSite, startSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const stable = 'Discover Rich Museum Narratives';
const ours = 'Discover the Cathedral at Night';

/** A new visitor opens a museum; what the first screen says and which version drew it. */
async function arrive(browser: Browser, site: RunningSite, museumId: string) {
  const context = await browser.newContext();
  // The bad version throws for everybody, as code does that was never opened in a browser.
  await context.addCookies([{ name: 'fault', value: 'render', url: site.origin }]);
  const page = await context.newPage();
  await page.goto(`${site.origin}/?museum=${museumId}`);
  const heading = page.getByRole('heading', { level: 1, name: /^Discover/ });
  // Until then the first paint may stand there, which says what every version says.
  const version = await screenOf(page, 'landing').getAttribute('data-version');
  const seen = [await heading.textContent(), version];
  await context.close();
  return seen;
}

/** One more phone on which the version does not draw, as its browser tells it: its first report begins the visit that counts. */
async function reportFailure(site: RunningSite, version: string, phone: number): Promise<void> {
  let cookie = `museumID=${museums.cathedral}`;
  for (const kind of ['loaded', 'loaded', 'render-error']) {
    const { status, headers } = await fetch(`${site.origin}/api/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-enfilade': '1', cookie, 'x-forwarded-for': `10.0.${phone}.1` },
      body: JSON.stringify({ sequence: 1, reports: [{ remote: 'landing', version, kind }] }),
    });
    expect(status).toBe(204);
    cookie += `; ${headers.get('set-cookie')?.split(';')[0] ?? ''}`;
  }
}

test('a team ships a screen for one museum; a bad version of it reaches no visitor and its rollout halts by itself', {
  tag: '@all',
}, async ({ browser }) => {
  const site = await startSite({ TRUSTED_PROXIES: '127.0.0.1' });
  const good = changeBuiltLanding(stable, ours);
  try {
    const { version } = await remotes(site, 'publish', good.folder, '--name', 'landing');
    await pin(site, museums.cathedral, { name: 'landing', version: String(version), expected: null });
    expect(await arrive(browser, site, museums.cathedral)).toEqual([ours, version]);
    expect((await arrive(browser, site, museums.belmonte))[0]).toBe(stable);

    const worse = String((await remotes(site, 'publish', await buildFaulty('landing', 'faulty-landing'), '--name', 'landing'))['version']);
    await startRollout(site, museums.cathedral, { versions: { landing: worse }, percent: 100 });
    // Anybody who meets it is given the last good one instead, on the same page.
    expect(await arrive(browser, site, museums.cathedral)).toEqual([ours, version]);
    expect((await arrive(browser, site, museums.belmonte))[0]).toBe(stable);

    for (let phone = 0; phone < 50; phone += 1) await reportFailure(site, worse, phone);
    const records = (await remotes(site, 'audit'))['records'] as { action: string; actor: string; payload: { reason?: string } }[];
    expect(records.at(-1)).toMatchObject({ action: 'rollout-halted', actor: 'watch', payload: { reason: 'failures' } });
    expect(await arrive(browser, site, museums.cathedral)).toEqual([ours, version]);
  } finally {
    good.remove();
    await site.stop();
  }
});
