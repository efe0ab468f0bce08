import path from 'node:path';
import { buildRemote, pin, publish, unpin } from '../test-kit/release.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const name = 'landing';
const museum = museums.cathedral;
const address = `/collection-selection?museum=${museum}`;

test('a version that throws while drawing gives way to the last good one, on the next page too', async ({
  page,
  context,
  site,
  baseURL,
  faults,
}) => {
  const version = await publish(site, name, await buildRemote(name, path.resolve(import.meta.dirname, '../fixtures/faulty-landing')));
  await page.goto(address);
  const good = (await screenOf(page, name).getAttribute('data-version')) ?? '';
  await pin(site, museum, { name, version, expected: null });
  try {
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
  } finally {
    await unpin(site, museum, name);
  }
});
