import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { backUp } from '../backup/backup.ts';
import { restore } from '../backup/restore.ts';
import { MovingError, type Use } from '../backup/site-home.ts';
import { type Verified, verifyBackup, verifySite } from '../backup/verify.ts';
import { registryCall } from '../database/site-database.ts';
import { createLog } from '../http/create-log.ts';
import { bucketOf, parseSettings } from './settings.ts';
import { describeStartError } from './start-errors.ts';

interface RegistryTerminal {
  env: Readonly<Record<string, string | undefined>>;
  /** The base of relative folders in arguments. */
  cwd: string;
  /** Prints the result. */
  out(line: string): void;
  tell(line: string): void;
}

interface Given {
  use: Use;
  folder: string;
}

interface Command {
  usage: string;
  summary: string;
  /** @returns lines to print; the command exits with 1 if there are problems */
  run(given: Given): Promise<{ lines: string[]; problems?: readonly string[] }>;
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
const describe = ({ records, versions }: Verified) => `${count(records, 'record')} and ${count(versions, 'version')}`;

const commands: Record<string, Command> = {
  backup: {
    usage: 'DIR',
    summary: 'updates the backup in a folder while the site runs: journal, versions, keys, accounts, questions, counts',
    async run({ use, folder }) {
      const { manifest, problems } = await backUp(use, folder);
      return { lines: [`${folder} is complete up to record ${manifest.records}. It contains keys: store it as you store keys.`], problems };
    },
  },
  restore: {
    usage: 'DIR',
    summary: 'creates a site from a backup, in an empty DATA_DIR (or one with an interrupted restore) and, if set, in DATABASE_URL',
    async run({ use, folder }) {
      const { records, lost } = await restore(use, folder);
      const problems = lost.map((version) => `Files of ${version} are not in the backup.`);
      return { lines: [`${use.home.dataDir} is restored up to record ${records}: start the site.`], problems };
    },
  },
  verify: {
    usage: '[DIR]',
    summary: 'checks the data of the site, or a backup: the chain of the journal, the digest of every file, databases, keys',
    async run({ use, folder }) {
      const found = folder ? await verifyBackup(use, folder) : await verifySite(use);
      const { problems } = found;
      return { lines: problems.length === 0 ? [`Everything is intact: ${describe(found)}.`] : [], problems };
    },
  },
};

class UsageError extends Error {}

const call = `Usage: ${registryCall}`;
const help = () =>
  [`${call} COMMAND`, '', ...Object.entries(commands).map(([name, { usage, summary }]) => `${name} ${usage}\n    ${summary}`)].join('\n');

/** @returns the exit code: 0 for success, 1 for a failure or found problems, 2 for wrong usage */
export async function runRegistryCommand(argv: readonly string[], terminal: RegistryTerminal): Promise<0 | 1 | 2> {
  const [name = '', ...args] = argv;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (argv.includes('--help')) terminal.out(help());
  else if (!command) terminal.tell(help());
  if (!command || argv.includes('--help')) return argv.includes('--help') ? 0 : 2;
  try {
    const { lines, problems = [] } = await command.run(readArguments(command, args, terminal));
    for (const line of [...lines, ...problems]) terminal.out(line);
    return problems.length === 0 ? 0 : 1;
  } catch (error) {
    return fail(error, `${call} ${name} ${command.usage}`, terminal);
  }
}

function fail(error: unknown, usage: string, { tell }: RegistryTerminal): 1 | 2 {
  if (error instanceof UsageError) tell(`${error.message}.\n${usage}`);
  else if (error instanceof MovingError) tell(error.message);
  else if (error instanceof Error && 'path' in error && 'code' in error)
    tell(
      `${error.path} cannot be read or written (${error.code}): check that it exists, that this user may use it, and that the disk is not full.`,
    );
  else tell(describeStartError(error));
  return error instanceof UsageError ? 2 : 1;
}

/** @throws UsageError, SettingsError */
function readArguments({ usage }: Command, args: readonly string[], { env, cwd, tell }: RegistryTerminal): Given {
  const { positionals } = parse(args);
  const [folder] = positionals;
  if (positionals.length > 1) throw new UsageError('Too many arguments');
  if (folder === undefined && usage.startsWith('DIR')) throw new UsageError('The argument DIR is missing');
  const settings = parseSettings(env);
  const log = createLog({ level: 'warn' });
  const home = { dataDir: path.resolve(settings.DATA_DIR), databaseUrl: settings.DATABASE_URL, bucket: bucketOf(settings) };
  const use = { home, clock: systemClock, log, tell };
  return { use, folder: folder === undefined ? '' : path.resolve(cwd, folder) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? (cause.message.split(/\.\s/)[0] ?? '') : '', { cause });
  }
}
