import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ContentError } from '@enfilade/platform/content/content-folder';
import { UnusableDatabaseError } from '../database/site-database.ts';
import { PageTemplateError } from '../gateway/page/page-html.ts';
import { KeyError } from '../http/key-files.ts';
import { codeOf, ProxyAddressError } from '../http/kit.ts';
import { OperatorsFileError } from '../operators/accounts.ts';
import { JournalBrokenError, RegistryError, StoreUnavailableError } from '../registry/state/registry-error.ts';
import { SettingsError, type SiteSettings } from './settings.ts';
import faults from './start-faults.json';

/** The message names the setting, its value and the remedy. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const fileFaults: Record<string, string> = faults.file;
/** The placeholders are settings. */
const listenFaults: Record<string, string> = faults.listen;

/** Undefined if the error is not about the settings. */
export function listenErrorOf(error: unknown, { HOST, PORT }: Pick<SiteSettings, 'HOST' | 'PORT'>): StartError | undefined {
  const fault = listenFaults[codeOf(error)]?.replaceAll('{HOST}', HOST).replaceAll('{PORT}', String(PORT));
  return fault === undefined ? undefined : new StartError(`${fault}.`, { cause: error });
}

/** Returns errors that are not about a file of the data folder unchanged. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  const fault = fileFaults[codeOf(cause)];
  if (fault === undefined || !(cause instanceof Error)) return error;
  // Errors of reads and writes carry no path.
  const file = 'path' in cause ? cause.path : 'A file';
  return new StartError(`${file} of DATA_DIR=${dataDir} ${fault}: fix this, or start with another DATA_DIR.`, { cause: error });
}

/** @throws StartError if the folder cannot be created or written */
export async function openDataDir(value: string): Promise<string> {
  const folder = path.resolve(value);
  const probe = path.join(folder, `.writable-${randomUUID()}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, '');
    await rm(probe);
    return folder;
  } catch (cause) {
    const code = codeOf(cause);
    throw new StartError(
      `DATA_DIR=${value} ${fileFaults[code] ?? `cannot be used (${code})`}: name a folder that this user can write to.`,
      { cause },
    );
  }
}

/** Creates parent folders itself, because `recursive` makes Node 20 retry forever below `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  const make = () =>
    mkdir(folder).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  try {
    await make();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await makeFolder(path.dirname(folder));
    await make();
  }
}

/** @throws StartError if CONTENT_DIR has no folder `museums` */
export async function assertContentDir(value: string | undefined): Promise<void> {
  if (value === undefined) return;
  const isFolder = (folder: string) => stat(folder).then((found) => found.isDirectory(), codeOf);
  const [itself, museums] = await Promise.all([value, path.join(value, 'museums')].map(isFolder));
  const wayOut = 'name a folder that holds museums/, or leave CONTENT_DIR out for the demo museums';
  if (itself === 'ENOENT') throw new StartError(`CONTENT_DIR=${value} does not exist: ${wayOut}.`);
  if (itself === false || itself === 'ENOTDIR') throw new StartError(`CONTENT_DIR=${value} is not a folder: ${wayOut}.`);
  if (itself !== true) throw new StartError(`CONTENT_DIR=${value} cannot be read (${itself}): ${wayOut}.`);
  if (museums !== true) throw new StartError(`CONTENT_DIR=${value} holds no folder museums: ${wayOut}.`);
}

const expectedErrors = [
  ProxyAddressError,
  StartError,
  UnusableDatabaseError,
  SettingsError,
  ContentError,
  PageTemplateError,
  KeyError,
  OperatorsFileError,
  RegistryError,
  JournalBrokenError,
];

/** The error's paths are relative to the folder of the museums. */
export function nameContentDir(error: unknown, contentDir: string): unknown {
  if (!(error instanceof ContentError)) return error;
  return new StartError([`The museums in ${contentDir} (CONTENT_DIR) cannot be shown:`, ...error.message.split('\n')].join('\n  '), {
    cause: error,
  });
}

/** Errors that no user can fix keep their stack. */
export function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return expectedErrors.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}
