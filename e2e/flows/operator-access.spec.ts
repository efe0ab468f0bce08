import { type IdentityProvider, startIdentityProvider } from '@enfilade/server/operators/testing/identity-provider';
import type { Page } from '@playwright/test';
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

test('an operator returns from the identity provider to the requested page, with the museums of their groups', {
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
