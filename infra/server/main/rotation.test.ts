import { readFile, writeFile } from 'node:fs/promises';
import { type ReleaseSet, releaseSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { isSigned, readSetKeys, setKeyId } from '@enfilade/shared-contracts/releases/signed-set';
import { beforeAll, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { type KeyKind, sessionKeys, visitKeys } from '../http/key-files.ts';
import { hashPassword } from '../operators/password.ts';
import { siteTokens } from '../registry/api/access.ts';
import { signingKeys } from '../registry/signing/set-signer.ts';
import type { Site } from './start-site.ts';
import { fromPage, museumId, oneMuseum, testSites } from './testing/start-test-site.ts';

const kinds: KeyKind<unknown>[] = [visitKeys, sessionKeys, siteTokens, signingKeys];
const login = { name: 'rossi', password: 'correct horse, battery', keep: false };

const { folder, start } = testSites({ isShared: true });
let sites: Site[];

/** Two gateways that share only their key files and the operators' file. */
beforeAll(async () => {
  const file = folder('operators.json');
  await writeFile(file, JSON.stringify([{ name: login.name, password: await hashPassword(login.password), museums: '*' }]));
  await changeFiles((_, next) => [next]);
  const shared = { OPERATORS_FILE: file, ...(await oneMuseum(folder(), 'belmonte')), ...keyFiles() };
  sites = await Promise.all(['0', '1'].map((name) => start({ environment: { DATA_DIR: folder(name), ...shared } })));
});

const fileOf = (name: string) => folder(`${name}.key`);
const keyFiles = () => Object.fromEntries(kinds.map(({ name, variable }) => [`${variable}_FILE`, fileOf(name)]));
async function changeFiles(change: (keys: string[], next: string) => (string | undefined)[]): Promise<void> {
  for (const kind of kinds) {
    const keys = kind.split(await readFile(fileOf(kind.name), 'utf8').catch(() => ''));
    await writeFile(fileOf(kind.name), change(keys, kind.create().trim()).join('\n'));
  }
}
const origin = (at: number) => sites[at]?.origin ?? '';

interface Credentials {
  visit: string;
  session: string;
  token: string;
  set: ReleaseSet;
  trusted: string[];
}

const cookieOf = (headers: Record<string, string | string[] | undefined>) => [headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';

async function pageOf(at: number): Promise<{ set: ReleaseSet; keys: string[] }> {
  const html = await (await request(`${origin(at)}/?museum=${museumId}`)).body.text();
  const set = releaseSetSchema.parse(JSON.parse(/id="release-set">(.*?)<\/script>/.exec(html)?.[1] ?? ''));
  return { set, keys: /name="release-keys" content="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [] };
}

/** The cookie of a new visit; empty if the visit continues. */
async function ping(at: number, cookie?: string): Promise<string> {
  const { headers, statusCode, body } = await request(`${origin(at)}/api/visits/ping`, {
    method: 'POST',
    headers: { ...fromPage, ...(cookie && { cookie }) },
    body: JSON.stringify({ museumId }),
  });
  await body.dump();
  expect(statusCode).toBe(204);
  return cookieOf(headers);
}

async function begin(at: number): Promise<Credentials> {
  const answer = await request(`${origin(at)}/api/operators/session`, { method: 'POST', headers: fromPage, body: JSON.stringify(login) });
  expect(answer.statusCode).toBe(204);
  const { set } = await pageOf(at);
  const [token = ''] = (await readFile(fileOf('token'), 'utf8')).split('\n');
  return { visit: await ping(at), session: cookieOf(answer.headers), token, set, trusted: [set.keyId] };
}

/** A session is checked at its own gateway, because these gateways share no state. */
async function check(at: number, { visit, session, token, trusted }: Credentials, home: number): Promise<Record<string, boolean>> {
  const status = async (url: string, headers: Record<string, string>) => {
    const answer = await request(origin(headers['cookie'] ? home : at) + url, { headers });
    await answer.body.dump();
    return answer.statusCode === 200;
  };
  const { set, keys } = await pageOf(at);
  const known = (await readSetKeys(keys, crypto.subtle)).filter(({ id }) => trusted.includes(id));
  const isTrusted = await isSigned(set, known, crypto.subtle);
  // Browsers trust the keys that a trusted set names.
  if (isTrusted) trusted.splice(0, trusted.length, set.keyId, ...(set.nextKey ? [await setKeyId(set.nextKey, crypto.subtle)] : []));
  return {
    visit: (await ping(at, visit)) === '',
    session: await status('/api/operators/session', { cookie: session }),
    token: await status('/registry/v1/remotes', { authorization: `Bearer ${token}` }),
    set: isTrusted,
  };
}

const all = { visit: true, session: true, token: true, set: true };
const none = { visit: false, session: false, token: false, set: false };

async function expectAll(name: string, people: readonly { credentials: Credentials; home: number }[]): Promise<void> {
  for (const at of [0, 1])
    for (const { credentials, home } of people) expect({ name, at, ...(await check(at, credentials, home)) }).toEqual({ name, at, ...all });
}

describe('key rotation', () => {
  it('during a rotation of all keys, two gateways accept the credentials of both keys, and afterwards refuse those of the old key', async () => {
    const first = await begin(0);
    const people = [{ credentials: first, home: 0 }];
    /** Checks both gateways while none, one and both have read the new files. */
    const step = async (name: string, change: (keys: string[], next: string) => (string | undefined)[]) => {
      await changeFiles(change);
      for (const site of sites) {
        await expectAll(name, people);
        await site.rereadKeys();
      }
      await expectAll(name, people);
    };
    await step('add the next key', (keys, next) => [...keys, next]);
    await step('use the next key', (keys) => keys.reverse());
    // All credentials of the old keys have expired by now, except for the release set in a browser.
    const second = await begin(1);
    people.splice(0, 1, { credentials: { ...second, trusted: first.trusted }, home: 1 });
    await step('drop the old key', ([used]) => [used]);
    for (const at of [0, 1]) expect(await check(at, { ...first, trusted: [first.set.keyId] }, 0)).toEqual(none);
  });
});
