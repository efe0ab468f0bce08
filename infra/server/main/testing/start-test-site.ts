import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, afterEach, beforeAll, beforeEach } from '@rstest/core';
import { createLog } from '../../http/create-log.ts';
import { remoteFiles, writeBuild } from '../../registry/testing/built-remote.ts';
import { parseSettings } from '../settings.ts';
import { type Site, type SiteOptions, startSite } from '../start-site.ts';

const demoContentDir = path.resolve(import.meta.dirname, '../../../demo');

/** A visit of a demo museum, Palazzo Belmonte. */
export const museumId = '6610a1b2c3d4e5f601000001';
export const visit = { museumId, exhibitionId: '6610a1b2c3d4e5f602000004', language: 'en', visitMode: 'exploration', answers: {} };
export const fromPage = { 'content-type': 'application/json', 'x-enfilade': '1', 'sec-fetch-site': 'same-origin' };

export const tokenOf = async ({ tokenFile }: Site): Promise<string> => (await readFile(tokenFile, 'utf8')).trim();
export const logTo = (lines: string[], level: 'debug' | 'info' | 'warn' = 'info') =>
  createLog({ level, destination: { write: (line) => void lines.push(line) } });

/** Other museums are left out, because reading all of them takes a fifth of a start. */
export async function oneMuseum(folder: string, name: string): Promise<Record<string, string>> {
  const content = path.join(folder, 'content');
  await mkdir(path.join(content, 'museums'), { recursive: true });
  await symlink(path.join(demoContentDir, 'museums', name), path.join(content, 'museums', name));
  return { CONTENT_DIR: content };
}

/** @param named the folder (a new temporary folder) */
export async function makeSiteFolder(named?: string): Promise<string> {
  const folder = named ?? (await mkdtemp(path.join(tmpdir(), 'site-')));
  await mkdir(path.join(folder, 'host'), { recursive: true });
  await writeFile(
    path.join(folder, 'host/index.html'),
    '<!doctype html><html><head></head><body><div id="first-paint"></div></body></html>',
  );
  return folder;
}

export interface TestSiteOptions extends Partial<SiteOptions> {
  environment?: Record<string, string>;
}

/** Page, scripts and data are in `folder`. The default log is silent. */
export function startTestSite(folder: string, { environment, ...options }: TestSiteOptions = {}): Promise<Site> {
  return startSite({
    settings: parseSettings({ PORT: '0', DATA_DIR: path.join(folder, 'data'), ...environment }),
    hostDir: path.join(folder, 'host'),
    voiceDir: path.join(folder, 'voice'),
    speechProgram: path.resolve(import.meta.dirname, '../../../speech/main.mjs'),
    loadPlatform: () => import('@enfilade/platform/platform'),
    demoContentDir,
    builds: [],
    clock: systemClock,
    log: createLog({ level: 'silent' }),
    ...options,
  });
}

/** Each test has a folder, and its sites are closed. With `isShared` all tests of a file have one folder. */
export function testSites({ isShared = false } = {}) {
  const [before, after] = isShared ? [beforeAll, afterAll] : [beforeEach, afterEach];
  let root = '';
  let sites: Site[] = [];
  before(async () => {
    [root, sites] = [await makeSiteFolder(), []];
  });
  after(async () => {
    for (const site of sites) await site.close();
    await rm(root, { recursive: true });
  });
  const folder = (...below: string[]) => path.join(root, ...below);
  return {
    folder,
    async start(options: TestSiteOptions = {}): Promise<Site> {
      const site = await startTestSite(root, options);
      sites.push(site);
      return site;
    },
    landing: async (version = '1.0.0', files = remoteFiles({ version })) => ({
      name: 'landing',
      folder: await writeBuild(folder(version), files),
    }),
  };
}
