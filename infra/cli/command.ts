import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { actions } from '@enfilade/server/registry/actions/actions';
import type { Arguments } from '@enfilade/server/registry/actions/arguments';
import type { Action, ActionCommand, AnyAction } from '@enfilade/server/registry/actions/define-action';
import type { Browser } from 'playwright-core';
import type { z } from 'zod';

export type Options = NonNullable<ParseArgsConfig['options']>;

export interface RegistryRequest<Schema extends z.core.$ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/registry/v1`. */
  path: string;
  json?: object;
  /** A build as tar.gz, in place of JSON. */
  archive?: Uint8Array;
  response: Schema;
}

export interface RegistryClient {
  /** No trailing slash. */
  readonly url: string;
  /** @throws CommandFailedError with the registry's own message, or with a message for the failed request */
  call<Schema extends z.core.$ZodType>(call: RegistryRequest<Schema>): Promise<z.infer<Schema>>;
}

export interface CommandEnvironment {
  /** The base of relative paths in arguments. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The checkout, or a release. */
  root: string;
  templateFolder: string;
  /** Outside a checkout: package → version, for the repositories that `new` makes. */
  packages: Readonly<Record<string, string>> | undefined;
  registryUrl: string;
  operatorsFile: string;
  /** @param publishing a remote: a pipeline without a token gets a token by its identity. @throws CommandFailedError */
  registry(publishing?: string): Promise<RegistryClient>;
  /** @throws CommandFailedError if there is no browser */
  launchBrowser(): Promise<Browser>;
  progress(line: string): void;
}

export interface Outcome {
  json: object;
  text: string;
  /** The exit code is 1. */
  isFailure?: boolean;
}

export interface Command {
  usage: string;
  /** One sentence without a full stop. */
  help: string;
  options: Options;
  /** @throws UsageError before anything is done, CommandFailedError */
  run(given: Arguments, environment: CommandEnvironment): Promise<Outcome>;
}

/** @throws CommandFailedError */
export function callAction<Request extends object, Answer extends object>(
  registry: RegistryClient,
  { route, response }: Pick<Action<Request, object, Answer, string>, 'route' | 'response'>,
  request: NoInfer<Request>,
): Promise<Answer> {
  if (!route || !response) throw new Error('Only the site itself calls this action.');
  const [method = '', template = ''] = route.split(' ');
  const rest = new Map(Object.entries(request));
  const path = template.replace(/:(\w+)/g, (_, field: string) => {
    const value = encodeURIComponent(String(rest.get(field)));
    rest.delete(field);
    return value.replace('%2A', '*');
  });
  const json = rest.size > 0 ? { json: Object.fromEntries(rest) } : {};
  return registry.call({ method: method as 'PUT', path, ...json, response });
}

function commandOf(action: AnyAction, { usage, help, options, read, say }: ActionCommand<object, object>): Command {
  return {
    ...{ usage, help, options },
    async run(given, environment) {
      const request = read(given);
      const json = await callAction(await environment.registry(), action, request);
      return { json, text: say(json, request) };
    },
  };
}

/** The commands that call exactly one action. */
export const actionCommands: Readonly<Record<string, Command>> = Object.fromEntries(
  Object.values(actions).flatMap((action: AnyAction) =>
    typeof action.command === 'object' ? [[action.command.name, commandOf(action, action.command)]] : [],
  ),
);

/** The message is one sentence with the reason and the remedy. */
export class CommandFailedError extends Error {
  override readonly name: string = 'CommandFailedError';
}

export class NotFoundError extends CommandFailedError {}

/** Each problem is one sentence. */
export class BuildRefusedError extends CommandFailedError {
  override readonly name = 'BuildRefusedError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Replaces the file atomically, because a running site rereads a changed file. @throws CommandFailedError */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(aside, text, { mode: 0o600, flag: 'wx' });
    await rename(aside, file);
  } catch (cause) {
    throw new CommandFailedError(`${file} cannot be written.`, { cause });
  }
}

/** No line ends in spaces. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((cells) => cells.map(inOneLine));
  const widths = headings.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  return lines
    .map((cells) =>
      widths
        .map((width, at) => (cells[at] ?? '').padEnd(width))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Cells come from the registry. Control characters could move the cursor or break the line. */
function inOneLine(cell: string): string {
  return cell.replace(/\p{Cc}/gu, '?');
}
