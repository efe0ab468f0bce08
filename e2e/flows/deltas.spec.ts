import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { askForVersions, builtLanding, changeBuiltLanding, pin, publish } from '../test-kit/release.ts';
import { startSite } from '../test-kit/start-site.ts';
import { cardOf, expect, museums, saveData, screenOf, test } from '../test-kit/test.ts';

const stable = 'Discover Rich Museum Narratives';

/** Bytes of the bodies, and of everything on the wire. */
async function watchFiles(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const files = new Map<string, { file: string; encoding: string | undefined; body: number; wire: number }>();
  session.on('Network.responseReceived', ({ requestId, response: { url, headers, encodedDataLength, fromDiskCache } }) => {
    const [, file] = /\/remotes\/(.*)$/.exec(new URL(url).pathname) ?? [];
    if (file && !fromDiskCache) files.set(requestId, { file, encoding: headers['content-encoding'], body: -encodedDataLength, wire: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = files.get(requestId);
    if (found) Object.assign(found, { body: found.body + encodedDataLength, wire: encodedDataLength });
  });
  return (part: string) => [...files.values()].filter(({ file, wire }) => file.includes(part) && wire > 0);
}

/** Files that are equal in two builds are one dictionary. */
function countDictionaries(build: string, others: readonly string[]): number {
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:js|css)$/.test(file));
  const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'latin1');
  return files.reduce((sum, file) => sum + new Set(others.map((other) => read(other, file))).size, 0);
}

function tamper(deltas: readonly string[]) {
  for (const file of deltas) {
    const bytes = readFileSync(file);
    bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  }
}

test('an open page loads a new version in 3 kB, and the site sends no changed delta', { tag: '@all' }, async ({ context, atEnd }) => {
  const site = await startSite();
  const changes = ['Discover the Cathedral at Night', 'Discover the Cathedral at Dawn'].map((text) => changeBuiltLanding(stable, text));
  atEnd(site.stop);
  for (const { remove } of changes) atEnd(remove);
  const deltasOf = (remote: string, version = '') =>
    readdirSync(path.join(site.dataDir, 'artifacts', remote), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.startsWith(version) && file.endsWith('.dcz'))
      .map((file) => path.join(site.dataDir, 'artifacts', remote, file));
  // The site makes deltas after its start.
  await expect.poll(() => ['tailoring', 'chat'].map((remote) => deltasOf(remote).length)).toEqual([3, 3]);
  const page = await context.newPage();
  const filesOf = await watchFiles(page);
  const countOf = (part: string) => {
    const files = filesOf(part);
    return { files: files.length, deltas: files.filter(({ encoding }) => encoding === 'dcz').length };
  };
  const release = await holdRequests(page, '*/remotes/tailoring/*');
  await page.goto(`${site.origin}/?museum=${museums.cathedral}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await untilDeltas(page, deltasOf('chat').length);
  // The idle landing fetches the questions ahead.
  await release();
  await expect.poll(() => countOf('tailoring')).toEqual({ files: 4, deltas: 3 });
  const entries = filesOf('').filter(({ file }) => /^(?!landing).*remoteEntry/.test(file));
  test.info().annotations.push({ type: 'figure', description: JSON.stringify(entries) });
  expect(entries.find(({ file }) => file.startsWith('tailoring'))?.body).toBeLessThanOrEqual(1_000);

  const seen: unknown[] = [];
  let expected = null;
  for (const { folder } of changes) {
    const version = await publish(site, 'landing', folder);
    await expect
      .poll(() => deltasOf('landing', version).length)
      .toBe(countDictionaries(folder, [builtLanding, ...changes.slice(0, seen.length).map((before) => before.folder)]));
    if (expected) tamper(deltasOf('landing', version));
    await pin(site, museums.cathedral, { name: 'landing', version, expected });
    expected = version;
    await askForVersions(page);
    await expect(screenOf(page, 'landing')).toHaveAttribute('data-version', version);
    const files = filesOf(version);
    test.info().annotations.push({ type: 'figure', description: JSON.stringify(files) });
    seen.push(countOf(version));
    if (seen.length === 1) expect(files.reduce((sum, { wire }) => sum + wire, 0)).toBeLessThanOrEqual(3_100);
  }
  expect(seen).toEqual([
    { files: 4, deltas: 4 },
    { files: 4, deltas: 0 },
  ]);
});

const foreign = ';globalThis.tampered=true;';
/** A zstd frame (RFC 8878) with one uncompressed block, which needs no dictionary. */
const otherBytes = Buffer.concat([
  Buffer.from('28b52ffd20', 'hex'),
  Buffer.from([foreign.length, (foreign.length << 3) | 1, 0, 0]),
  Buffer.from(foreign),
]);
const undecodable = Buffer.from('28b52ffd20ffffffff', 'hex');

for (const { what, frame, isAhead, when } of [
  { what: 'gives other bytes', frame: otherBytes, isAhead: true, when: 'fetched ahead' },
  { what: 'cannot be decoded', frame: undecodable, isAhead: false, when: 'that the visitor opens' },
]) {
  test(`the page loads the whole files of a screen ${when} if a delta ${what}`, { tag: '@all' }, async ({ page, context, faults }) => {
    if (!isAhead) await saveData(context);
    faults.break(/^\/remotes\/tailoring\//, { kind: 'delta', frame });
    const encodings = new Map<string, (string | undefined)[]>();
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/remotes/tailoring/') || pathname.includes('/texts-')) return;
      encodings.set(pathname, [...(encodings.get(pathname) ?? []), response.headers()['content-encoding']]);
    });
    await page.goto(`/?museum=${museums.belmonte}`);
    await expect(screenOf(page, 'landing')).toBeVisible();
    if (isAhead) await expect.poll(() => [...encodings.values()].filter((all) => all.includes('br')).length).toBe(3);
    else await untilDeltas(page);
    await cardOf(page, 'The Grand Staircase').click();
    await expect(screenOf(page, 'tailoring')).toBeVisible();
    // The browser's stored dictionaries decide which of the three come as deltas at first.
    const all = [...encodings.values()];
    expect([all.length, all.filter((one) => one.includes('dcz')).length > 0]).toEqual([3, true]);
    for (const one of all) expect(one.at(-1)).toBe('br');
    expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
  });
}

/** Once the browser has stored the landing's files as dictionaries, files of the chat come as deltas. */
async function untilDeltas(page: Page, files = 1) {
  await page.waitForFunction(async (wanted) => {
    const { textContent } = document.querySelector('#release-set') ?? {};
    const { chat } = (JSON.parse(textContent ?? '') as { remotes: { chat: { entry: string; initial: string[] } } }).remotes;
    // `no-cache` skips the cached copy; `reload`, the mode after a wrong file, would get no delta.
    const ask = async (file: string) => (await fetch(file, { cache: 'no-cache' })).headers.get('content-encoding');
    const encodings = await Promise.all([chat.entry, ...chat.initial].map(ask));
    return encodings.filter((encoding) => encoding === 'dcz').length >= wanted;
  }, files);
}

/** Playwright's routing would switch the browser's cache off. @returns releases the requests */
async function holdRequests(page: Page, urlPattern: string) {
  const session = await page.context().newCDPSession(page);
  const held: string[] = [];
  session.on('Fetch.requestPaused', ({ requestId }) => held.push(requestId));
  await session.send('Fetch.enable', { patterns: [{ urlPattern }] });
  return async () => {
    await Promise.all(held.map((requestId) => session.send('Fetch.continueRequest', { requestId })));
    await session.send('Fetch.disable');
  };
}
