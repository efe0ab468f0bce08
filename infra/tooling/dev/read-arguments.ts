import { parseArgs } from 'node:util';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { findState, type Start, stateNames } from './start-at.ts';
import { DevUsageError } from './terminal.ts';

export interface DevTask {
  /** If the name is undefined, enfilade.json of the folder contains the name. */
  name: string | undefined;
  folder: string | undefined;
  withHost: boolean;
  /** If the origin is missing, the whole site is served. */
  site: string | undefined;
  port: number;
  start: Partial<Start>;
}

const options = {
  against: { type: 'string' },
  folder: { type: 'string' },
  'with-host': { type: 'boolean', default: false },
  at: { type: 'string' },
  museum: { type: 'string' },
  language: { type: 'string' },
  port: { type: 'string', default: '8090' },
  help: { type: 'boolean' },
} as const;

/** @returns undefined for `--help` @throws DevUsageError */
export function readArguments(argv: readonly string[]): DevTask | undefined {
  const { values, positionals } = parse(argv);
  if (values.help) return undefined;
  const { folder, against, 'with-host': withHost } = values;
  const [name, ...more] = positionals;
  if (more.length > 0) throw new DevUsageError(`"${more[0]}" is one name too many; pass one screen`);
  const task = { name, folder, withHost, port: readPort(values.port), start: readStart(values) };
  if (against !== undefined) {
    if (task.start.state !== undefined && task.start.museum === undefined)
      throw new DevUsageError('--at with --against also needs --museum');
    return { ...task, site: readSite(against) };
  }
  if (folder !== undefined) throw new DevUsageError('--folder needs --against with the address of a site');
  if (withHost) throw new DevUsageError('--with-host needs --against with the address of a site');
  return { ...task, site: undefined };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (cause) {
    // The sentences after the first are about quoting, which is seldom the cause.
    const [reason = ''] = String(cause instanceof Error ? cause.message : cause).split(/\.\s/);
    throw new DevUsageError(reason, { cause });
  }
}

function readStart({ at, museum, language }: { at?: string; museum?: string; language?: string }): Partial<Start> {
  if (at !== undefined && !findState(at)) {
    throw new DevUsageError(`"${at}" is not a state of a visit; choose one of ${stateNames.join(', ')}, or a path such as /poster`);
  }
  const found = languages.find((known) => known === language);
  if (language !== undefined && !found) throw new DevUsageError(`--language must be one of ${languages.join(', ')}`);
  return { ...(at !== undefined && { state: at }), ...(museum !== undefined && { museum }), ...(found && { language: found }) };
}

/** Port 0 means any free port. */
function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new DevUsageError('--port must be a number from 0 to 65535');
}

/** Removes the trailing slash of an address bar. */
function readSite(text: string): string {
  const address = text.replace(/\/$/, '');
  const isOrigin =
    URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) && new URL(address).origin === address.toLowerCase();
  if (isOrigin) return new URL(address).origin;
  throw new DevUsageError(`"${text}" is not the origin of a site, such as https://guide.example.org`);
}
