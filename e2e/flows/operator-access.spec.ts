import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type IdentityProvider, startIdentityProvider } from '@enfilade/server/operators/testing/identity-provider';
import { type Page, request } from '@playwright/test';
import { findBarriers, findClipped } from '../test-kit/barriers.ts';
import { freePort, type RunningSite, startSite } from '../test-kit/start-site.ts';
import { expect, museums, test } from '../test-kit/test.ts';

// One site with one identity provider for all.
test.describe.configure({ mode: 'default' });

let site: RunningSite;
let provider: IdentityProvider;
const { belmonte } = museums;
const palazzo = 'Palazzo Belmonte';

test.beforeAll(async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  provider = await startIdentityProvider({ redirectUris: () => [`${origin}/api/operators/oidc/callback`] });
  provider.people.set('rossi', { email: 'm.rossi@museum.example', groups: ['belmonte-team'] });
  provider.people.set('guest', { email: 'guest@museum.example', groups: ['visitors'] });
  site = await startSite({
    PORT: port,
    PUBLIC_ORIGIN: origin,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_GROUPS: JSON.stringify({ 'belmonte-team': [belmonte] }),
    OIDC_SCOPE: 'openid email groups',
  });
});
test.afterAll(async () => {
  await site.stop();
  await provider.close();
});

/** Through the provider's own pages: login and consent. They ask for a font from elsewhere, which is no fault of the site's. */
async function logInAt(page: Page, name: string, complaints: string[]): Promise<void> {
  await page.getByRole('link', { name: 'Log in with 127.0.0.1' }).click();
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${site.origin}/operator**`);
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !one.includes('fonts.googleapis.com')));
}

async function logInByPassword(page: Page, query = ''): Promise<void> {
  await page.goto(`${site.origin}/operator${query}`);
  await page.getByLabel('Username or email').fill('local');
  await page.getByLabel('Password', { exact: true }).fill(readFileSync(path.join(site.dataDir, 'tokens/operator'), 'utf8').trim());
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}

test('an operator comes back from the identity provider to the page they asked for, with the museums of their groups', {
  tag: '@all',
}, async ({ page, complaints }) => {
  await page.goto(`${site.origin}/operator?museum=${belmonte}`);
  await logInAt(page, 'rossi', complaints);
  await expect(page).toHaveURL(`${site.origin}/operator?museum=${belmonte}`);
  await expect(page.getByRole('heading', { level: 1, name: palazzo })).toBeVisible();
  await page.getByRole('link', { name: 'All museums and screens' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in with 127.0.0.1' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('a person without a group of this site is refused with the reason, and can still log in by password', { tag: '@all' }, async ({
  page,
  complaints,
}) => {
  await page.goto(`${site.origin}/operator`);
  await logInAt(page, 'guest', complaints);
  await expect(page.getByRole('alert')).toContainText('None of your groups has a museum of this site.');
  expect(await findBarriers(page)).toEqual([]);
  await logInByPassword(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Museums and screens' })).toBeVisible();
});

async function publishStatus(token: string): Promise<number> {
  const client = await request.newContext();
  const answer = await client.get(`${site.origin}/registry/v1/museums/${belmonte}/set`, { headers: { authorization: `Bearer ${token}` } });
  await client.dispose();
  return answer.status();
}

test('a token is issued, used, listed and revoked', { tag: '@all' }, async ({ page }) => {
  await logInByPassword(page, '?tokens');
  await page.getByLabel('Name').fill('visit-team');
  await page.getByLabel('see what runs').check();
  await page.getByLabel('Museum').selectOption({ label: palazzo });
  await page.getByRole('button', { name: 'Issue token' }).click();
  await expect(page.getByText('It is shown this once and kept nowhere.')).toBeVisible();
  const secret = (await page.getByText(/^enfilade_/).textContent()) ?? '';
  expect(await publishStatus(secret)).toBe(200);
  expect([await findBarriers(page), await findClipped(page)]).toEqual([[], []]);
  await page.getByRole('button', { name: 'Revoke visit-team' }).click();
  await page.getByRole('group').getByRole('button', { name: 'Revoke visit-team' }).click();
  await expect(page.getByText('Done. visit-team is revoked.')).toBeVisible();
  expect(await publishStatus(secret)).toBe(401);
});
