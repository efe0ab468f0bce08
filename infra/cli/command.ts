import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import type { Arguments } from '@enfilade/server/registry/actions/arguments';
import type { Browser } from 'playwright-core';
import type { z } from 'zod';

export type Options = NonNullable<ParseArgsConfig['options']>;

export interface RegistryRequest<Schema extends z.core.$ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/registry/v1`. */
  path: string;
  /** Sent as JSON. */
  json?: object;
  /** Sent in place of JSON: a build as tar.gz. */
  archive?: Uint8Array;
  /** The schema of the answer. */
  response: Schema;
}

export interface RegistryClient {
  /** The registry's address without a trailing slash. */
  readonly url: string;
  /** @throws CommandFailedError with the registry's own message, or with a message for the failed request */
  call<Schema extends z.core.$ZodType>(call: RegistryRequest<Schema>): Promise<z.infer<Schema>>;
}

/** The surroundings of a command. */
export interface CommandEnvironment {
  /** Relative paths in arguments start from this folder. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The checkout, or a release. */
  root: string;
  /** The files that `new` copies. */
  templateFolder: string;
  /** Outside a checkout: package → version, for the repositories that `new` makes. */
  packages: Readonly<Record<string, string>> | undefined;
  /** The origin of the site that was named. */
  registryUrl: string;
  /** The operators' accounts of a site on this machine. */
  operatorsFile: string;
  /**
   * The registry that was named.
   * @param publishing a remote: a pipeline that has no token gets one by its identity. @throws CommandFailedError without a token
   */
  registry(publishing?: string): Promise<RegistryClient>;
  /** @throws CommandFailedError if there is no browser */
  launchBrowser(): Promise<Browser>;
  /** Prints the progress of a long command. */
  progress(line: string): void;
}

/** The result of a command, for programs as JSON and for people as text. */
export interface Outcome {
  json: object;
  text: string;
  /** The command ran, and its answer is no: exit code 1. */
  isFailure?: boolean;
}

export interface Command {
  /** The arguments as the help prints them. */
  usage: string;
  /** One sentence without a full stop. */
  help: string;
  options: Options;
  /** @throws UsageError before anything is done, CommandFailedError */
  run(given: Arguments, environment: CommandEnvironment): Promise<Outcome>;
}

/** The command failed. The message is one sentence with the reason and the remedy. */
export class CommandFailedError extends Error {
  override readonly name: string = 'CommandFailedError';
}

/** The registry does not have the requested item. */
export class NotFoundError extends CommandFailedError {}

/** A build failed validation. Each problem is one sentence. */
export class BuildRefusedError extends CommandFailedError {
  override readonly name = 'BuildRefusedError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Replaces a file atomically, readable by its owner alone. A running site rereads the file as soon as the file changes.
 * @throws CommandFailedError
 */
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

/** Rows under headings. Each column is as wide as its widest cell, and no line ends in spaces. */
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

/** Cells come from the registry. Control characters in a cell must not move the cursor or break the line. */
function inOneLine(cell: string): string {
  return cell.replace(/\p{Cc}/gu, '?');
}
