import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaultOperatorsFile } from '@enfilade/server/operators/accounts';
import { type Arguments, UsageError } from '@enfilade/server/registry/actions/arguments';
import { operator, policy, token, tokens } from './access-commands.ts';
import { canShip } from './can-ship-command.ts';
import { actionCommands, BuildRefusedError, type Command, CommandFailedError, type Options, type Outcome } from './command.ts';
import { errors } from './error-command.ts';
import { launchBrowser } from './launch-browser.ts';
import { audit, grant, set } from './museum-commands.ts';
import { newRemote } from './new-remote.ts';
import { contracts, diff, museums, sbom, whoRuns } from './reading-commands.ts';
import { type CliEnvironment, commonOptions, findMuseumId, openClient, readRegistryUrl } from './registry-client.ts';
import { check, list, publish } from './release-commands.ts';
import { rollout, rollouts, vitals } from './rollout-commands.ts';

/** In the order of the help. */
export const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ...{ list, museums, set, audit, diff, errors, vitals, rollouts, 'who-runs': whoRuns, sbom, contracts },
    ...{ new: newRemote, check, publish, 'can-ship': canShip, policy, rollout, grant },
    ...actionCommands,
    ...{ operator, token, tokens },
  }),
);

const program = process.env['ENFILADE_PROGRAM'];
const named = program?.startsWith('npx') ? program : `${program} remotes`;
/** A release archive and the package @enfilade/remote name their programs; a checkout uses npm. */
const call = program ? named : 'npm run remotes --';

const usageLine = (name: string) => `Usage: ${call} ${name} ${commands.get(name)?.usage}`;

const commandsLine = () => `Usage: ${call} COMMAND, one of ${[...commands.keys()].join(', ')}; --help explains them`;

const optionHelp = `--registry URL     the site (ENFILADE_REGISTRY, or http://127.0.0.1 with PORT, 8080)
--token-file FILE  the file of the token (ENFILADE_TOKEN with the token itself, or tokens/local in DATA_DIR, ./.data)
--json             prints one JSON document
--help             prints this help, or the help of one command`;

/** Undefined if no command has the name. */
export function helpOf(name?: string): string | undefined {
  if (name === undefined) {
    const entries = [...commands].map(([command, { usage, help }]) => `${command} ${usage}\n    ${help}`);
    return [`Usage: ${call} COMMAND`, '', ...entries, '', optionHelp].join('\n');
  }
  const summary = commands.get(name)?.help;
  return summary && `${usageLine(name)}\n${summary.charAt(0).toUpperCase()}${summary.slice(1)}.\n\n${optionHelp}`;
}

const ofSite = ['operator'];

export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface Terminal extends CliEnvironment {
  /** Versions for a new repository; only @enfilade/remote sets them, because it has no checkout. */
  packages?: Readonly<Record<string, string>>;
  stdout: TextSink;
  stderr: TextSink;
}

interface TextSink {
  write(text: string): unknown;
}

/** Never throws: prints problems to `stderr`. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const name = findCommand(argv);
  const command = name === undefined ? undefined : commands.get(name);
  if (name === undefined || !command) return explain(argv, name, terminal);
  try {
    if (terminal.packages && ofSite.includes(name)) throw new UsageError(`${name} is a command of the site's own program and checkout`);
    const given = readArguments(argv, command);
    if (given.values['help'] === true) return print(terminal, helpOf(name) ?? '');
    const outcome = await runCommand(command, await withMuseumIds(given, terminal), terminal);
    print(terminal, given.values['json'] === true ? toJson(outcome.json) : outcome.text);
    return outcome.isFailure ? exitCodes.failed : exitCodes.done;
  } catch (error) {
    return fail(error, { argv, usage: usageLine(name), terminal });
  }
}

/** The first word that is neither an option nor the value of an option. */
function findCommand(argv: readonly string[]): string | undefined {
  const options: Options = Object.assign({}, commonOptions, ...[...commands.values()].map((command) => command.options));
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true }).positionals[0];
}

/** @throws UsageError */
function readArguments(argv: readonly string[], { options }: Command): Arguments {
  try {
    const parsed = parseArgs({ args: [...argv], options: { ...commonOptions, ...options }, allowPositionals: true });
    return { values: parsed.values, positionals: parsed.positionals.slice(1) };
  } catch (cause) {
    // The sentences after the first one are about quoting, which is rarely the cause.
    const [reason = ''] = String(cause instanceof Error ? cause.message : cause).split(/\.\s/);
    throw new UsageError(reason, { cause });
  }
}

/** The site maps wall codes to ids. @throws UsageError */
async function withMuseumIds(given: Arguments, terminal: Terminal): Promise<Arguments> {
  const { museum } = given.values;
  if (museum === undefined) return given;
  const read = (text: unknown) => findMuseumId(String(text), readRegistryUrl(given, terminal));
  const found = Array.isArray(museum) ? await Promise.all(museum.map(read)) : await read(museum);
  return { ...given, values: { ...given.values, museum: found } };
}

async function runCommand(command: Command, given: Arguments, terminal: Terminal): Promise<Outcome> {
  const url = readRegistryUrl(given, terminal);
  const progress = (line: string) => void terminal.stderr.write(`${line}\n`);
  return command.run(given, {
    cwd: terminal.cwd,
    env: terminal.env,
    root: terminal.root,
    templateFolder: path.join(terminal.root, terminal.packages ? 'templates' : 'infra/cli/templates'),
    packages: terminal.packages,
    registryUrl: url,
    operatorsFile: findOperatorsFile(terminal),
    registry: (publishing) => openClient(url, given, terminal, publishing),
    launchBrowser: () => launchBrowser(terminal.env, progress),
    progress,
  });
}

function findOperatorsFile({ env, root }: Terminal): string {
  return path.resolve(root, env['OPERATORS_FILE'] || defaultOperatorsFile(env['DATA_DIR'] || '.data'));
}

function explain(argv: readonly string[], name: string | undefined, terminal: Terminal): ExitCode {
  if (name === undefined && argv.includes('--help')) return print(terminal, helpOf() ?? '');
  const problem = name === undefined ? 'A command must be given' : `There is no command "${name}"`;
  terminal.stderr.write(`${problem}.\n${commandsLine()}\n`);
  return exitCodes.usage;
}

function fail(error: unknown, { argv, usage, terminal }: { argv: readonly string[]; usage: string; terminal: Terminal }): ExitCode {
  if (error instanceof UsageError) {
    terminal.stderr.write(`${error.message}.\n${usage}\n`);
    return exitCodes.usage;
  }
  const isForeseen = error instanceof CommandFailedError;
  const message = isForeseen ? error.message : `The command failed: ${error instanceof Error ? error.message : String(error)}`;
  if (argv.includes('--json')) terminal.stdout.write(`${toJson({ problems: problemsOf(error, message) })}\n`);
  terminal.stderr.write(`${message}\n`);
  return exitCodes.failed;
}

function problemsOf(error: unknown, message: string): readonly string[] {
  return error instanceof BuildRefusedError ? error.problems : [message];
}

function print({ stdout }: Terminal, text: string): ExitCode {
  stdout.write(`${text}\n`);
  return exitCodes.done;
}

function toJson(value: object): string {
  return JSON.stringify(value, null, 2);
}
