import { createHash } from 'node:crypto';
import { type ReleaseSet, releaseSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { isSigned, readSetKeys } from '@enfilade/shared-contracts/releases/signed-set';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { createSetChooser } from '../../registry/choosing/set-chooser.ts';
import { createSetSigner, setLifeMs } from '../../registry/signing/set-signer.ts';
import { emptyState } from '../../registry/state/apply.ts';
import type { PublishedVersion, RegistryState } from '../../registry/state/registry-state.ts';
import { pinnedRemote } from '../../registry/state/releases.ts';
import { makeSigningKey } from '../../registry/testing/make-signing-key.ts';
import { museumId } from '../testing/samples.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const keysIn = (html: string) => /<meta name="release-keys" content="([^"]*)">/.exec(html)?.[1]?.split(' ') ?? [];
const setIn = (html: string): ReleaseSet =>
  releaseSetSchema.parse(JSON.parse(/<script type="application\/json" id="release-set">(.*?)<\/script>/.exec(html)?.[1] ?? ''));
const verifies = async (set: ReleaseSet, keys: readonly string[]) => isSigned(set, await readSetKeys(keys, crypto.subtle), crypto.subtle);

const screens = ['landing', 'tailoring', 'visit', 'chat'];
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** A registry in which every museum pins a version of its own of each remote; the first of them are the screens. */
function registryOf(remotes: number, versionsOfEach: number, museums: number): RegistryState {
  const names = Array.from({ length: remotes }, (_, at) => screens[at] ?? `other${at}`);
  const published = names.map((name) => {
    const versions = Array.from({ length: versionsOfEach }, (_, at): [string, PublishedVersion] => {
      const version = `1.${at}.0`;
      const files = ['remoteEntry.js', 'screen.js', 'screen.css', 'texts-de.js'].map((file) => [
        file,
        { bytes: 1, integrity: hashOf(name + version + file) },
      ]);
      const build = { contract: '^1.0.0', federation: '^1.0.0', shared: { react: '^19.0.0' }, initial: ['screen.js', 'screen.css'] };
      const release = { name, version, ...build, files: Object.fromEntries(files) };
      return [version, { release, pinned: pinnedRemote(release), publishedAt: '', actor: '' }];
    });
    return [name, new Map(versions)] as const;
  });
  const pin = { version: '1.0.0', at: '2026-01-01T00:00:00.000Z', actor: '', before: undefined, backTo: undefined };
  const pins = Array.from({ length: museums }, (_, seq) => {
    const id = ['*', museumId][seq] ?? seq.toString(16).padStart(24, '0');
    return [id, new Map(names.map((name) => [name, { ...pin, seq }]))] as const;
  });
  return { ...emptyState, seq: museums, versions: new Map(published), pins: new Map(pins) };
}

describe('what a browser gets', () => {
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  beforeEach(async () => {
    upstreams = await startScriptedUpstreams();
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin });
  });
  afterEach(async () => {
    await gateway.close();
    await upstreams.close();
  });
  const readPage = async () => (await gateway.get(`/?museum=${museumId}`)).text;
  const readAnswer = async () => releaseSetSchema.parse((await gateway.get(`/api/compositions/${museumId}?language=de`)).json());

  it('is one set, in the page as by its address, which verifies with the page’s key', async () => {
    const html = await readPage();
    expect(keysIn(html)).toHaveLength(1);
    expect(await readAnswer()).toEqual(setIn(html));
    expect(await verifies(setIn(html), keysIn(html))).toBe(true);
    expect(await verifies({ ...setIn(html), sequence: 8 }, keysIn(html))).toBe(false);
    expect(setIn(html).museumId).toBe(museumId);
  });

  it('is issued anew after half of its life', async () => {
    const first = await readAnswer();
    gateway.clock.turn(setLifeMs / 2 - 60_000);
    expect(await readAnswer()).toEqual(first);
    gateway.clock.turn(60_000);
    const html = await readPage();
    expect(setIn(html)).toMatchObject({ sequence: first.sequence, remotes: first.remotes });
    expect(Date.parse(setIn(html).issuedAt)).toBeGreaterThan(Date.parse(first.issuedAt));
    expect(await verifies(setIn(html), keysIn(html))).toBe(true);
  });

  it('is no larger with 40 remotes, 4,000 versions and 10,000 museums than with 4, 40 and 10, but for its number', async () => {
    const bytesWith = async (remotes: number, versions: number, museums: number) => {
      const state = registryOf(remotes, versions / remotes, museums);
      const registry = { chooseSet: createSetChooser(() => state).chooseSet, findProblems: async () => [], artifact: () => undefined };
      const full = await startTestGateway({ upstreamOrigin: upstreams.origin, options: { registry } });
      const { body } = await request(`${full.origin}/?museum=${museumId}`, { headers: { 'accept-encoding': 'br' } });
      const bytes = (await body.arrayBuffer()).byteLength;
      await full.close();
      return bytes;
    };
    const [few, many] = [await bytesWith(4, 40, 10), await bytesWith(40, 4_000, 10_000)];
    expect(Math.abs(many / few - 1), `${few} and ${many} bytes`).toBeLessThanOrEqual(0.03);
  });

  it('names both keys while one takes over from the other', async () => {
    const [now, next] = [makeSigningKey(), makeSigningKey()];
    const signer = createSetSigner([now, next], gateway.clock);
    const turning = await startTestGateway({ upstreamOrigin: upstreams.origin, options: { signer } });
    const html = (await turning.get(`/?museum=${museumId}`)).text;
    await turning.close();
    expect(keysIn(html)).toEqual([now.publicKey, next.publicKey]);
    expect([setIn(html).keyId, setIn(html).nextKey]).toEqual([now.id, next.publicKey]);
    expect(await verifies(setIn(html), [now.publicKey])).toBe(true);
  });
});
