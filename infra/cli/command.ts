import type { ParseArgsConfig } from 'node:util';
import type { Arguments } from './arguments.ts';
import type { RegistryClient } from './client/registry-client.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;

/** What a command may use. */
export interface Surroundings {
  /** Where paths in arguments start from. */
  cwd: string;
  /** The files `new` copies. */
  templateFolder: string;
  /** The operators' accounts of a site on this machine. */
  operatorsFile: string;
  /** The registry that was named. @throws CommandFailedError without a token */
  registry(): Promise<RegistryClient>;
}

/** What a command found or did, for a program and for a person. */
export interface Outcome {
  json: object;
  text: string;
}

export interface Command {
  /** Its arguments, as its usage line shows them; the name comes before. */
  takes: string;
  /** One sentence without a full stop. */
  does: string;
  options: Options;
  /** @throws UsageError before anything is done, CommandFailedError */
  run(given: Arguments, use: Surroundings): Promise<Outcome>;
}
