import { buildFaulty, issueGrant, pin, publish, unpin } from '../test-kit/release.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const name = 'landing';
const museum = museums.cathedral;
const address = `/collection-selection?museum=${museum}`;

// All tests use the same builds, published once.
test.describe.configure({ mode: 'default' });

let version = '';
test.beforeAll(async ({ site }) => {
  version = await publish(site, name, await buildFaulty(name, 'faulty-landing'));
});

test('the page reports a version that throws, and keeps the last good version', async ({ page, context, site, baseURL, faults, atEnd }) => {
  await page.goto(address);
  const good = (await screenOf(page, name).getAttribute('data-version')) ?? '';
  await pin(site, museum, { name, version, expected: null });
  atEnd(() => unpin(site, museum, name));
  await context.addCookies([{ name: 'fault', value: 'render', url: baseURL ?? '' }]);
  const failed = page.waitForRequest(
    (request) => request.url().endsWith('/api/reports') && (request.postData() ?? '').includes('render-error'),
  );
  await page.goto(address);
  await expect(screenOf(page, name)).toHaveAttribute('data-version', good);
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
  expect(JSON.parse((await failed).postData() ?? '')).toMatchObject({ reports: [{ remote: name, version, kind: 'render-error' }] });
  const [avoided] = (await context.cookies()).filter((cookie) => cookie.name === 'avoidedVersions');
  expect(decodeURIComponent(avoided?.value ?? '')).toBe(`${name}@${version}`);

  const asked = faults.requests.length;
  await page.goto(address);
  await expect(screenOf(page, name)).toHaveAttribute('data-version', good);
  expect(faults.requests.slice(asked).filter((file) => file.startsWith(`/remotes/${name}/${version}/`))).toEqual([]);
});

test('the page runs the next screen ahead unless a grant gives its version, and a throwing version leaves the current screen unchanged', {
  tag: '@all',
}, async ({ page, context, site, baseURL, atEnd }) => {
  const next = 'tailoring';
  const faulty = await publish(site, next, await buildFaulty(next, 'faulty-landing'));
  const container = `enfilade_${next}_${faulty.split('.')[0]}_`;
  const hasRun = () => page.evaluate((start) => Object.keys(globalThis).some((name) => name.startsWith(start)), container);
  const isFetched = page.waitForResponse((response) => response.url().includes(`/remotes/${next}/${faulty}/`));
  const grant = await issueGrant(site, { remote: next, version: faulty, museumId: museum, minutes: 30 });
  await page.goto(`${address}&grant=${grant}`);
  await isFetched;
  await page.waitForLoadState('networkidle');
  expect(await hasRun()).toBe(false);
  await page.getByRole('button', { name: 'Leave preview' }).click();

  await pin(site, museum, { name: next, version: faulty, expected: null });
  atEnd(() => unpin(site, museum, next));
  await context.addCookies([{ name: 'fault', value: 'load', url: baseURL ?? '' }]);
  await page.goto(address);
  await expect.poll(hasRun).toBe(true);
  await expect(screenOf(page, name)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await context.clearCookies({ name: 'fault' });
  await page.goto(address);
  await expect.poll(hasRun).toBe(true);
  await screenOf(page, name).getByRole('group').getByRole('button').first().click();
  await expect(screenOf(page, next)).toHaveAttribute('data-version', faulty);
});
