import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { setGlobalDispatcher } from 'undici';
import { createLog, logUnhandledRejections } from '../http/create-log.ts';
import { closeOnSignal, createProxyAgent } from '../http/kit.ts';
import { createMetrics } from '../http/metrics.ts';
import { bootstrapName } from '../operators/accounts.ts';
import { descriptionFile } from '../registry/publish/build-files.ts';
import type { LocalBuild } from './publish-builds.ts';
import { parseSettings, secretsInKeyFiles, secretsOf } from './settings.ts';
import { describeStartError } from './start-errors.ts';
import { type Site, startSite } from './start-site.ts';

// The entry of `npm start`, run from the repository's root, where host, remotes and content are.
async function main(): Promise<Site> {
  const root = process.cwd();
  const settings = parseSettings(process.env);
  const secrets = [...secretsOf(settings), ...secretsInKeyFiles(settings)];
  const log = createLog({ level: settings.LOG_LEVEL ?? (process.stderr.isTTY ? 'warn' : 'info'), secrets });
  const metrics = createMetrics();
  metrics.watchProcess();
  logUnhandledRejections(log);
  // Applies to `fetch`, which libraries call.
  setGlobalDispatcher(createProxyAgent());
  const site = await startSite({
    settings,
    metrics,
    hostDir: path.join(root, 'host/dist'),
    voiceDir: path.join(root, 'infra/platform/dist/voice'),
    speechProgram: path.join(root, 'infra/speech/main.mjs'),
    loadPlatform: () => import(/* webpackIgnore: true */ pathToFileURL(path.join(root, 'infra/platform/dist/embedded.mjs')).href),
    demoContentDir: path.join(root, 'infra/demo'),
    packageDirs: ['infra/contract/dist', 'infra/remote/dist'].map((folder) => path.join(root, folder)),
    builds: await findBuilds(root),
    clock: systemClock,
    log,
  });
  closeOnSignal(() => site.close().catch(fail));
  // A site in a terminal ends with the terminal.
  if (!process.stdout.isTTY) process.on('SIGHUP', () => void site.rereadKeys());
  for (const { name, address, wallCode } of site.museums) print(`${name} — ${address}${wallCode ? ` (code ${wallCode})` : ''}`);
  const { address, passwordFile } = site.operators;
  print(`Operators — ${address}${passwordFile ? ` (name ${bootstrapName}, password in ${path.relative(root, passwordFile)})` : ''}`);
  return site;
}

async function findBuilds(root: string): Promise<LocalBuild[]> {
  const parents = [root, path.join(root, 'infra')];
  const folders = await Promise.all(parents.map(async (parent) => (await readdir(parent)).map((name) => path.join(parent, name, 'dist'))));
  const builds = folders.flat().map(async (folder): Promise<LocalBuild[]> => {
    const text = await readFile(path.join(folder, descriptionFile), 'utf8').catch(() => '');
    const { name } = Object(parseJson(text));
    return typeof name === 'string' ? [{ name, folder }] : [];
  });
  return (await Promise.all(builds)).flat();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(error: unknown): undefined {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exitCode = 1;
}

/** The running site, for code that imports this module; undefined if the start failed. */
export const started = main().catch(fail);
