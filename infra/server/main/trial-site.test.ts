import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import type { WholeRelease } from '../registry/registry.ts';
import { openTemporaryRegistry } from '../registry/testing/temporary-registry.ts';
import { prepareTrial, startTrialSite, type TrialSite } from './trial-site.ts';

const [museumId, exhibitionId] = ['6610a1b2c3d4e5f601000001', '6610a1b2c3d4e5f602000001'];
const summary = { _id: exhibitionId, name: 'The Library' };
const museum = museumSchema.parse({
  ...{ _id: museumId, name: 'Belmonte', exhibitions: [summary], defaultLanguage: 'English' },
  logoSvgURL: '/media/museums/house/logo.svg',
});
const exhibition = { ...summary, pronunciations: [] };

let folder: string;
let sites: TrialSite[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'trial-'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  sites = [];
});
afterEach(async () => {
  for (const site of sites) await site.close();
  await rm(folder, { recursive: true });
});

async function readRelease(name: string, version: string): Promise<WholeRelease> {
  const temporary = await openTemporaryRegistry();
  await temporary.publish({ name, version });
  const recorded = temporary.registry().release(name, version);
  const files = new Map<string, Buffer>();
  for (const file of Object.keys(recorded.release.files)) {
    const artifact = temporary.registry().artifact(name, version, file);
    if (artifact) files.set(file, await artifact.read(artifact.path));
  }
  await temporary.close();
  return { ...recorded, files };
}

const records = {
  museum: async (id: string) => (id === museumId ? museum : undefined),
  exhibition: async (_: string, id: string) => (id === exhibitionId ? exhibition : undefined),
};

async function open(): Promise<TrialSite> {
  const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await prepareTrial({
    folder,
    museums: [
      {
        museumId,
        profile: museumProfileSchema.parse({ entryScreen: 'text-chat', questions: [] }),
        media: new Map([['/media/museums/house/logo.svg', logo]]),
      },
    ],
    releases: [await readRelease('chat', '1.0.0'), await readRelease('landing', '2.0.0')],
    pins: new Map([
      ['*', new Map([['chat', '1.0.0']])],
      [museumId, new Map([['landing', '2.0.0']])],
    ]),
  });
  const dataDir = path.join(folder, 'site');
  const site = await startTrialSite({
    folder,
    dataDir,
    hostDir: folder,
    demoContentDir: path.resolve(import.meta.dirname, '../../demo'),
    records,
  });
  sites.push(site);
  return site;
}

const read = async (url: string) => (await request(url)).body.text();

describe('a trial site', () => {
  it('has the museums of the other site, with their pictures, and gives each the versions it is told', async () => {
    const { origin } = await open();
    expect(JSON.parse(await read(`${origin}/api/museums/${museumId}`))).toMatchObject({
      museum: { name: 'Belmonte' },
      profile: { entryScreen: 'text-chat' },
    });
    expect(await read(`${origin}/media/museums/house/logo.svg`)).toContain('<svg');
    const { remotes } = JSON.parse(await read(`${origin}/api/compositions/${museumId}`));
    expect([remotes.chat.version, remotes.landing.version]).toEqual(['1.0.0', '2.0.0']);
    expect((await request(`${origin}${remotes.landing.entry}`)).statusCode).toBe(200);
  });

  it('answers as the play says that is played, and hears what it says', async () => {
    const site = await open();
    const ask = async (text: string) => {
      const { body } = await request(`${site.origin}/api/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-enfilade': '1' },
        body: JSON.stringify({
          visit: { museumId, exhibitionId, language: 'en', visitMode: 'guided', answers: {} },
          clientMessageId: crypto.randomUUID(),
          text,
        }),
      });
      return (JSON.parse(await body.text()) as { text?: string }).text;
    };
    site.play({ guide: { 'How old is it?': 'From 1382.' }, heard: '' });
    expect(await ask('How old is it?')).toBe('From 1382.');
    site.play({ guide: { 'How old is it?': 'From 1406.' }, heard: '' });
    expect([await ask('How old is it?'), await ask('toString')]).toEqual(['From 1406.', 'The play has no answer to “toString”.']);
  });
});
