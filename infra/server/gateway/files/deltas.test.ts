import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDCtx, decompressUsingDict, init } from '@bokuweb/zstd-wasm';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import type { Registry } from '../../registry/registry.ts';
import { type RemoteBuild, remoteFiles, writeBuild } from '../../registry/testing/built-remote.ts';
import { openOwnRegistry, silentLog } from '../../registry/testing/temporary-registry.ts';
import type { GatewayOptions } from '../gateway.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const sentences = Array.from({ length: 400 }, (_, at) => createHash('sha256').update(String(at)).digest('base64')).join('\n');
const entry = 'remoteEntry.js';
const screen = 'static/js/async/screen.5f2c.js';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();
const available = (dictionary: string) => `:${sha256(dictionary).toString('base64')}:`;

let root: string;
let registry: Registry;
let gateway: TestGateway;
const open = () => openOwnRegistry({ dataDir: path.join(root, 'data'), clock: systemClock, log: silentLog });
const start = (more: Partial<GatewayOptions> = {}) =>
  startTestGateway({ upstreamOrigin: 'http://127.0.0.1:1', options: { registry, ...more } });
const publish = async (build: RemoteBuild) => {
  const folder = await writeBuild(await mkdtemp(path.join(root, 'build-')), remoteFiles(build));
  await registry.publish({ name: build.name ?? 'landing', folder, actor: 'tests' });
};
const pin = (name: string, version: string, expected: string | null) =>
  registry.pin({ museumId: '*', name, version, expected, actor: 'tests' });

const get = async (url: string, headers?: Record<string, string>, { get: ask } = gateway) => {
  const answer = await ask(url, headers);
  return { ...answer, encoding: answer.headers['content-encoding'] };
};
const plain = async (url: string) => (await get(url)).text;
/** Headers that Chromium sends if it has a dictionary for the address. */
const withDictionary = (dictionary: string) => ({
  'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
  'available-dictionary': available(dictionary),
  'sec-fetch-site': 'same-origin',
});
/** Deltas are made after the publish is acknowledged. */
const untilDelta = async (url: string, dictionary: string) => {
  await expect.poll(async () => (await get(url, withDictionary(dictionary))).encoding).toBe('dcz');
  return get(url, withDictionary(dictionary));
};
const decode = (delta: Buffer, dictionary: string) =>
  Buffer.from(decompressUsingDict(createDCtx(), delta.subarray(40), Buffer.from(dictionary))).toString();
const storedDelta = async (version: string) => {
  const artifacts = path.join(root, 'data', 'artifacts', 'landing');
  const files = await readdir(artifacts, { recursive: true });
  return path.join(artifacts, files.find((file) => file.startsWith(version) && /screen.*js.*dcz$/.test(file)) ?? '');
};

const at = (version: string, file: string, name = 'landing') => `/remotes/${name}/${version}/${file}`;
const [former, current] = [at('1.0.0', screen), at('1.1.0', screen)];

beforeAll(async () => {
  await init();
  root = await mkdtemp(path.join(tmpdir(), 'enfilade-deltas-'));
  registry = await open();
  gateway = await start();
  await publish({ text: sentences });
  await pin('landing', '1.0.0', null);
  await publish({ version: '1.1.0', text: `${sentences} and more` });
  await publish({ name: 'visit', text: `${sentences} of a visit` });
});
afterAll(async () => {
  await gateway.close();
  await registry.close();
  await rm(root, { recursive: true, force: true });
});

it('a browser that has the pinned version gets the delta in the format of RFC 9842', async () => {
  const dictionary = await plain(former);
  const { bytes, headers } = await untilDelta(current, dictionary);
  expect(bytes.subarray(0, 40)).toEqual(Buffer.concat([Buffer.from('5e2a4d1820000000', 'hex'), sha256(dictionary)]));
  expect(decode(bytes, dictionary)).toBe(await plain(current));
  expect(bytes.length).toBeLessThan(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable, no-transform',
    vary: 'Accept-Encoding, Available-Dictionary',
  });
});

it('the first files of another remote have deltas against the landing’s first files', async () => {
  for (const file of [entry, screen]) {
    const dictionary = await plain(at('1.0.0', file));
    const { bytes } = await untilDelta(at('1.0.0', file, 'visit'), dictionary);
    expect(decode(bytes, dictionary)).toBe(await plain(at('1.0.0', file, 'visit')));
  }
});

it.each([
  ['has no dictionary', { 'available-dictionary': '' }],
  ['has another dictionary', { 'available-dictionary': available('another') }],
  ['names no hash', { 'available-dictionary': ':../../secret:' }],
  ['accepts Brotli alone', { 'accept-encoding': 'br' }],
  ['refuses deltas', { 'accept-encoding': 'br, dcz;q=0' }],
  ['accepts any encoding without naming deltas', { 'accept-encoding': 'br, *' }],
  ['requests the file for a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['requests the file for a page of the same organisation', { 'sec-fetch-site': 'same-site' }],
  ['does not name the page’s site', { 'sec-fetch-site': '' }],
  ['bypasses caches, as after a wrong file', { 'cache-control': 'no-cache' }],
])('a client that %s gets the complete file', async (_, headers) => {
  const dictionary = await plain(former);
  await untilDelta(current, dictionary);
  const answer = await get(current, { ...withDictionary(dictionary), ...headers });
  expect([answer.encoding, answer.headers['vary']]).toEqual(['br', 'Accept-Encoding, Available-Dictionary']);
});

it('a page behind a named CDN may read a delta across origins', async () => {
  const behindCdn = await start({ artifactsOrigin: 'https://cdn.example' });
  const dictionary = await plain(former);
  await untilDelta(current, dictionary);
  const ask = async (more: Record<string, string>) => {
    const { encoding, headers } = await get(current, { ...withDictionary(dictionary), ...more }, behindCdn);
    return [encoding, headers['access-control-allow-origin'], headers['cross-origin-resource-policy']];
  };
  expect(await ask({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' })).toEqual(['dcz', '*', 'cross-origin']);
  expect(await ask({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toEqual(['br', '*', 'cross-origin']);
  expect((await get(current)).headers['access-control-allow-origin']).toBe(undefined);
  await behindCdn.close();
});

it.each([
  [current, 'match="/*/screen.*.js"'],
  [at('1.1.0', entry), 'match="/*/remoteEntry.js"'],
  [at('1.1.0', 'static/js/async/texts-en.ab12.js'), 'match="/remotes/landing/*/texts-en.*.js"'],
  [at('1.0.0', screen, 'visit'), 'match="/remotes/visit/*/screen.*.js"'],
  [at('1.0.0', entry, 'visit'), 'match="/remotes/visit/*/remoteEntry.js"'],
  [at('1.0.0', 'static/svg/vault.7c.svg', 'visit'), undefined],
])('%s is a dictionary for %s, as delta and as complete file', async (url, scope) => {
  expect((await get(url)).headers['use-as-dictionary']).toBe(scope);
  if (url !== current) return;
  expect((await untilDelta(url, await plain(former))).headers['use-as-dictionary']).toBe(scope);
});

it.each<[string, (stored: Buffer) => Uint8Array | undefined]>([
  ['lost', () => undefined],
  ['half-written', (stored) => stored.subarray(0, stored.length >> 1)],
  ['changed', (stored) => stored.with(stored.length - 5, (stored.at(-5) ?? 0) ^ 1)],
])('a delta that was %s on the disk is not sent, and the next start makes it again', async (_, damage) => {
  const dictionary = await plain(former);
  const { bytes: good } = await untilDelta(current, dictionary);
  const stored = await storedDelta('1.1.0');
  const before = await readFile(stored);
  const damaged = damage(before);
  await Promise.all([gateway.close(), registry.close()]);
  await (damaged ? writeFile(stored, damaged) : rm(stored));
  registry = await open();
  gateway = await start();
  const answers = new Set<string>();
  await expect
    .poll(async () => {
      const { bytes, encoding } = await get(current, withDictionary(dictionary));
      answers.add(encoding === 'dcz' ? bytes.toString('hex') : String(encoding));
      return encoding;
    })
    .toBe('dcz');
  expect(answers).toEqual(new Set([...answers].length > 1 ? ['br', good.toString('hex')] : [good.toString('hex')]));
  expect(await readFile(stored)).toEqual(before);
});
