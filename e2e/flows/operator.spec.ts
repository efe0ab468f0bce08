import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { findBarriers, findClipped } from '../test-kit/barriers.ts';
import { changeBuiltLanding, pin, publish } from '../test-kit/release.ts';
import { chooseTheme } from '../test-kit/settings.ts';
import { type RunningSite, startSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

// One site for all: what one test pins, another museum's test does not see.
test.describe.configure({ mode: 'default' });

let site: RunningSite;
/** Two landings that nobody runs yet. */
let night = '';
let day = '';
const [atelier, gallery] = ['6610a1b2c3d4e5f601000004', '6610a1b2c3d4e5f601000005'];

test.beforeAll(async () => {
  site = await startSite();
  const publishAs = async (to: string) => {
    const changed = changeBuiltLanding('The visit', to);
    try {
      return await publish(site, 'landing', changed.folder);
    } finally {
      changed.remove();
    }
  };
  night = await publishAs('The visit at night');
  day = await publishAs('The visit by day');
});
test.afterAll(() => site.stop());

const password = () => readFileSync(path.join(site.dataDir, 'tokens/operator'), 'utf8').trim();
const consoleOf = (page: Page) => screenOf(page, 'operator');

async function logIn(page: Page, query = ''): Promise<void> {
  await page.goto(`${site.origin}/operator${query}`);
  await page.getByLabel('Username or email').fill('local');
  await page.getByLabel('Password', { exact: true }).fill(password());
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}

/** Which landing a visitor gets who comes with this query, in a browser of their own. */
async function landingAt(page: Page, query: string): Promise<string | null> {
  const context = await page.context().browser()?.newContext();
  const visitor = await context?.newPage();
  if (!context || !visitor) throw new Error('There is no browser for a visitor.');
  const told = visitor.waitForResponse((response) => (response.request().postData() ?? '').includes('"landing"'));
  await visitor.goto(`${site.origin}/collection-selection${query}`);
  await expect(screenOf(visitor, 'landing')).toBeVisible();
  const version = await screenOf(visitor, 'landing').getAttribute('data-version');
  // What loaded is said to the site, which shows it to operators.
  await told;
  await context.close();
  return version;
}

const section = (page: Page, name: string) => consoleOf(page).locator('section', { has: page.getByRole('heading', { name, level: 2 }) });

test('a wrong login gets one sentence and keeps the name; the right one sees the six museums, and can leave', async ({ page }) => {
  await page.goto(`${site.origin}/operator`);
  await page.getByLabel('Username or email').fill('local');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Log in' }).click();
  const refused = page.getByRole('alert');
  await expect(refused).toHaveText('Name and password do not match. Check both, then try again.');
  await expect(refused).toBeFocused();
  await expect(page.getByLabel('Username or email')).toHaveValue('local');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');

  await page.getByLabel('Password', { exact: true }).fill(password());
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(6);
  await expect(consoleOf(page)).toContainText('6 museums, 0 rollouts under way, 0 to watch');
  await expect(page.getByRole('row', { name: 'Urania Observatory' }).getByText('not used')).toHaveCount(2);
  await expect(page).toHaveTitle('Operators – Enfilade');
  expect(await consoleOf(page).getAttribute('data-version')).toMatch(/^\d+\.\d+\.\d+/);

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('Username or email')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Username or email')).toBeVisible();
});

test('a version is pinned for one museum, its visitors get it, and going back is shown before it is done', async ({ page }) => {
  await logIn(page);
  await page.getByRole('link', { name: 'Saint Aurelian’s Cathedral' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saint Aurelian’s Cathedral');
  const usual = await landingAt(page, `?museum=${museums.cathedral}`);

  await page.getByRole('combobox', { name: 'Version of Welcome' }).selectOption(night);
  await page.getByRole('button', { name: 'Pin this version of Welcome' }).click();
  await expect(section(page, 'Screens')).toContainText(`visitors get Welcome ${night} instead of ${usual}.`);
  await page.getByRole('button', { name: `Pin Welcome ${night}` }).dblclick();
  await expect(section(page, 'Screens').getByRole('status')).toContainText(`Welcome is pinned to ${night}.`);
  await expect(section(page, 'Audit trail').getByRole('listitem')).toHaveCount(1);
  await expect(section(page, 'Audit trail')).toContainText(`pinned landing ${night}`);
  expect(await landingAt(page, `?museum=${museums.cathedral}`)).toBe(night);
  expect(await landingAt(page, `?museum=${museums.belmonte}`)).toBe(usual);

  await page.getByRole('button', { name: 'Show what would change' }).click();
  await expect(section(page, 'Roll back').getByRole('row', { name: 'Welcome' })).toContainText(`${night}by default`);
  expect(await landingAt(page, `?museum=${museums.cathedral}`)).toBe(night);
  await page.getByRole('button', { name: 'Roll back to 0' }).click();
  await expect(section(page, 'Roll back').getByRole('status')).toContainText('one screen has changed');
  expect(await landingAt(page, `?museum=${museums.cathedral}`)).toBe(usual);
  await page.goBack();
  await expect(page.getByRole('table', { name: 'Museums and screens' })).toBeVisible();
});

test('a rollout is started, seen in the overview, given to more and halted', async ({ page }) => {
  await logIn(page, `?museum=${museums.belmonte}`);
  const rollouts = section(page, 'Rollouts');
  await rollouts.getByLabel('Welcome').selectOption(night);
  await rollouts.getByLabel('Share of the visitors in percent').fill('25');
  await rollouts.getByRole('button', { name: 'Start rollout' }).click();
  await expect(rollouts).toContainText(`Palazzo Belmonte: 25 % of the visitors get landing ${night}.`);
  await rollouts.getByRole('button', { name: 'Start with 25 %' }).click();
  await expect(rollouts.getByRole('status')).toContainText('Done.');
  await page.getByRole('link', { name: 'All museums and screens' }).click();
  await expect(page.getByRole('row', { name: 'Palazzo Belmonte' })).toContainText(`${night} at 25 %`);
  await expect(consoleOf(page)).toContainText('1 rollout under way');

  await page.getByRole('link', { name: 'Palazzo Belmonte' }).click();
  const running = rollouts.getByRole('listitem').first();
  await running.getByLabel('Share of the visitors in percent').fill('100');
  await running.getByRole('button', { name: 'Change share' }).click();
  await running.getByRole('button', { name: 'Give it to 100 %' }).click();
  await expect(rollouts.getByRole('status')).toContainText('100 %');
  expect(await landingAt(page, `?museum=${museums.belmonte}`)).toBe(night);
  await expect(running).toContainText('1 visit has tried it so far, failed: 0');
  await running.getByRole('button', { name: 'Halt' }).click();
  await running.getByRole('button', { name: 'Halt this rollout' }).click();
  await expect(rollouts).toContainText('halted by an operator');
  expect(await landingAt(page, `?museum=${museums.belmonte}`)).not.toBe(night);
});

test('a preview link shows its version to whoever opens it, and to nobody else', async ({ page }) => {
  await logIn(page, `?museum=${gallery}`);
  const preview = section(page, 'Preview link');
  await preview.getByLabel('Version to preview').selectOption(day);
  await preview.getByLabel('Minutes').fill('5');
  await preview.getByRole('button', { name: 'Make link' }).click();
  const link = preview.getByRole('link');
  await expect(link).toBeVisible();
  const { search } = new URL((await link.getAttribute('href')) ?? '');
  expect(await landingAt(page, search)).toBe(day);
  expect(await landingAt(page, `?museum=${gallery}`)).not.toBe(day);
});

test('who comes second learns who was first; a session that ended comes back to the same place', async ({ page, context }) => {
  await logIn(page, `?museum=${atelier}`);
  await page.getByRole('combobox', { name: 'Version of Welcome' }).selectOption(day);
  await page.getByRole('button', { name: 'Pin this version of Welcome' }).click();
  await expect(page.getByRole('button', { name: `Pin Welcome ${day}` })).toBeVisible();
  await pin(site, atelier, { name: 'landing', version: night, expected: null });
  await page.getByRole('button', { name: `Pin Welcome ${day}` }).click();
  await expect(page.getByRole('alert')).toContainText(`local: pinned landing ${night}`);
  await expect(section(page, 'Screens')).toContainText('pinned');
  expect(await landingAt(page, `?museum=${atelier}`)).toBe(night);

  await context.clearCookies();
  await page.getByRole('button', { name: 'Show what would change' }).click();
  await expect(page.getByRole('alert')).toContainText('Your session has ended.');
  await page.getByLabel('Username or email').fill('local');
  await page.getByLabel('Password', { exact: true }).fill(password());
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Atelier Arvieux');
});

test('what five visitors asked in vain stands at their museum, is saved as a file and erased', async ({ page }) => {
  for (let visitor = 0; visitor < 5; visitor += 1) {
    const visit = {
      museumId: museums.belmonte,
      exhibitionId: '6610a1b2c3d4e5f602000004',
      language: 'en',
      visitMode: 'guided',
      answers: {},
    };
    const headers = { 'content-type': 'application/json', 'x-enfilade': '1' };
    const body = JSON.stringify({ visit, clientMessageId: crypto.randomUUID(), text: 'Is there a cloakroom with lockers?' });
    expect((await fetch(`${site.origin}/api/chat`, { method: 'POST', headers, body })).status).toBe(200);
  }
  await logIn(page, `?museum=${museums.belmonte}`);
  await page.getByRole('link', { name: 'What was asked and not answered' }).click();
  const asked = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'About: cloakroom, locker' }) });
  await expect(asked).toContainText('5 visits, EN.');
  await expect(asked).toContainText('not in the documents (5)');
  await asked.getByText('Write the answer').click();
  await expect(asked.getByText(/^museums\/belmonte\/knowledge\/en\/[\w-]+\.md$|knowledge\/en of the museum/)).toBeVisible();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    expect([...(await findBarriers(page)), ...(await findClipped(page))]).toEqual([]);
  }
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`questions-${museums.belmonte}.csv`);
  expect(readFileSync(await file.path(), 'utf8')).toContain('"cloakroom locker","en","5"');
  await asked.getByRole('button', { name: 'Erase: About: cloakroom, locker' }).click();
  await asked.getByRole('group').getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('Nothing yet that five visits asked.')).toBeVisible();
});

for (const theme of ['positive', 'negative'] as const) {
  test(`login, overview and a museum's page have no barrier and lose nothing at 320 pixels (${theme})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto(`${site.origin}/operator`);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    if (theme === 'negative') await chooseTheme(page, theme);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(page.getByText('npm run remotes -- operator NAME')).toBeVisible();
    expect([...(await findBarriers(page)), ...(await findClipped(page))]).toEqual([]);
    await logIn(page);
    await expect(page.getByRole('link', { name: 'Palazzo Belmonte' })).toBeVisible();
    expect([...(await findBarriers(page)), ...(await findClipped(page))]).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 568 });
    await page.getByRole('link', { name: 'Halden Gallery' }).click();
    await page.getByRole('combobox', { name: 'Version of Welcome' }).selectOption(day);
    await page.getByRole('button', { name: 'Pin this version of Welcome' }).click();
    await expect(page.getByRole('button', { name: `Pin Welcome ${day}` })).toBeVisible();
    expect([...(await findBarriers(page)), ...(await findClipped(page))]).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Pin this version of Welcome' })).toBeFocused();
  });
}
