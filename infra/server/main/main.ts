import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ContentError } from '@enfilade/platform/content/content-error';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { operatorRemote, screenNames } from '@enfilade/shared-contracts/releases/contract';
import { PageTemplateError } from '../gateway/page/page-html.ts';
import { createLog } from '../http/create-log.ts';
import { OperatorsFileError } from '../operators/account.ts';
import { bootstrapName } from '../operators/bootstrap-admin.ts';
import { SigningKeyError } from '../registry/signing/signing-key.ts';
import { JournalBrokenError, RegistryError, RegistryLockedError } from '../registry/state/registry-error.ts';
import { parseSettings, SettingsError, secretsOf } from './settings.ts';
import { PortInUseError, type Site, startSite } from './start-site.ts';

// The entry of `npm start`, run from the repository's root, where host, remotes and content lie.
const expectedErrors = [
  SettingsError,
  ContentError,
  PageTemplateError,
  PortInUseError,
  SigningKeyError,
  OperatorsFileError,
  RegistryError,
  RegistryLockedError,
  JournalBrokenError,
];

async function main(): Promise<void> {
  const root = process.cwd();
  const settings = parseSettings(process.env);
  const log = createLog({ level: settings.LOG_LEVEL ?? (process.stderr.isTTY ? 'warn' : 'info'), secrets: secretsOf(settings) });
  const site = await startSite({
    settings,
    hostDir: path.join(root, 'host/dist'),
    voiceDir: path.join(root, 'infra/platform/dist/voice'),
    speechProgram: path.join(root, 'infra/speech/main.mjs'),
    loadPlatform: () => import(/* webpackIgnore: true */ pathToFileURL(path.join(root, 'infra/platform/dist/embedded.mjs')).href),
    demoContentDir: path.join(root, 'infra/demo'),
    builds: [
      ...screenNames.map((name) => ({ name, folder: path.join(root, `mfe-${name}/dist`) })),
      { name: operatorRemote, folder: path.join(root, 'infra/console/dist') },
    ],
    clock: systemClock,
    log,
  });
  closeOnSignal(site);
  for (const { name, address, wallCode } of site.museums) print(`${name} — ${address}${wallCode ? ` (code ${wallCode})` : ''}`);
  const { address, passwordFile } = site.operators;
  print(`Operators — ${address}${passwordFile ? ` (name ${bootstrapName}, password in ${path.relative(root, passwordFile)})` : ''}`);
}

/** The first signal closes in order, a second one at once. */
function closeOnSignal(site: Site): void {
  let isClosing = false;
  const close = () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    site.close().catch(fail);
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Errors that a user can fix are printed as their message, all others with their stack. */
function fail(error: unknown): void {
  const isExpected = expectedErrors.some((kind) => error instanceof kind);
  process.stderr.write(
    `${isExpected || !(error instanceof Error) ? String(error instanceof Error ? error.message : error) : error.stack}\n`,
  );
  process.exitCode = 1;
}

main().catch(fail);
