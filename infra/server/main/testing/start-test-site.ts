import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { createLog } from '../../http/create-log.ts';
import { parseSettings } from '../settings.ts';
import { type Site, type SiteOptions, startSite } from '../start-site.ts';

const demoContentDir = path.resolve(import.meta.dirname, '../../../demo');

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
