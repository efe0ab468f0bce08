import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Arguments, readOptionalText } from '../arguments.ts';
import { CommandFailedError, UsageError } from '../command-error.ts';
import { createRegistryClient, type RegistryClient } from './registry-client.ts';

const localSite = 'http://127.0.0.1:8080';
/** What may stand in a header; anything else is no token. */
const tokenPattern = /^[\w-]{1,256}$/;

export interface Places {
  cwd: string;
  /** The repository, where a site's data lies unless DATA_DIR says otherwise. */
  root: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Of every command. */
export const commonOptions = {
  registry: { type: 'string' },
  'token-file': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** The registry's address, without a slash at its end. @throws UsageError */
export function readRegistryUrl(given: Arguments): string {
  const text = readOptionalText(given, 'registry') ?? localSite;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !(url.username || url.password || url.search || url.hash);
  if (!isPlain) throw new UsageError(`--registry must be an http or https address, not "${text}"`);
  return url.href.replace(/\/+$/, '');
}

/** A client of the registry at that address, with the token of `--token-file`. @throws CommandFailedError without one */
export async function openClient(url: string, given: Arguments, { cwd, root, env }: Places): Promise<RegistryClient> {
  const named = readOptionalText(given, 'token-file');
  const file = named === undefined ? path.resolve(root, env['DATA_DIR'] || '.data', 'tokens/local') : path.resolve(cwd, named);
  const token = await readFile(file, 'utf8').catch((cause) => {
    throw new CommandFailedError(`There is no token to read at ${file}; start the site once, or name one with --token-file.`, { cause });
  });
  if (tokenPattern.test(token.trim())) return createRegistryClient(url, token.trim());
  throw new CommandFailedError(`${file} holds no token; name the right file with --token-file.`);
}
