import { type MuseumKey, stepsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';

export interface Arguments {
  positionals: readonly string[];
  values: Readonly<Record<string, unknown>>;
}

/** The message names the wrong argument. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const museumOption = { museum: { type: 'string' } } as const;
export const museumOrAllOptions = { ...museumOption, all: { type: 'boolean' } } as const;
export function forMuseum(museumId: MuseumKey): string {
  return museumId === '*' ? 'for every museum without a version of its own' : `for museum ${museumId}`;
}

/** `visit 1.8.1, landing 1.2.0`. */
export function nameReleases(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}

/** @throws UsageError unless the number of arguments equals the number of names */
export function readPositionals(given: Arguments, ...names: string[]): string[] {
  if (given.positionals.length === names.length) return [...given.positionals];
  if (names.length === 0) throw new UsageError(`"${given.positionals[0]}" is one argument too many`);
  throw new UsageError(`Pass exactly ${names.join(' and ')}`);
}

export function readText(given: Arguments, option: string): string {
  const value = readOptionalText(given, option);
  if (value === undefined) throw new UsageError(`--${option} must be given`);
  return value;
}

export function readOptionalText({ values }: Arguments, option: string): string | undefined {
  const value = values[option];
  return typeof value === 'string' ? value : undefined;
}

/** `*` for `--all`. @throws UsageError unless exactly one of `--museum` and `--all` is given */
export function readMuseumKey(given: Arguments): MuseumKey {
  const isForAll = given.values['all'] === true;
  if (isForAll !== (readOptionalText(given, 'museum') === undefined)) throw new UsageError('Either --museum ID or --all must be given');
  return isForAll ? '*' : readMuseum(given);
}

export function readMuseum(given: Arguments): string {
  return readMuseumId(readText(given, 'museum'));
}

export function readMuseumId(text: string): string {
  return readAs(entityIdSchema, text, "a museum's id, which has 24 digits from 0 to f, or the code of a museum of the site");
}

/** `*` for `--all`; undefined if neither is given. @throws UsageError if both are given */
export function readMuseums({ values }: Arguments): string[] | '*' | undefined {
  const museums = [values['museum'] ?? []].flat().map((text) => readMuseumId(String(text)));
  if (values['all'] !== true) return museums.length > 0 ? museums : undefined;
  if (museums.length > 0) throw new UsageError('--museum and --all cannot be combined; pass only one of them');
  return '*';
}

export function readRemote(text: string): string {
  return readAs(remoteNameSchema, text, 'the name of a remote: 2 to 32 small letters and digits, a letter first');
}

export function readVersion(text: string): string {
  return readAs(remoteVersionSchema, text, 'a version such as 1.8.1');
}

export function readRelease(text: string): { name: string; version: string } {
  const [name = '', version, ...more] = text.split('@');
  if (version === undefined || more.length > 0) throw new UsageError(`"${text}" is not a release such as visit@1.8.1`);
  return { name: readRemote(name), version: readVersion(version) };
}

export function readOneRemote(given: Arguments): { name: string } {
  return { name: readRemote(readPositionals(given, 'the name of one remote')[0] ?? '') };
}

export function readRolloutId(text = ''): string {
  return readAs(z.uuid(), text, 'the id of a rollout, as `rollouts` lists it');
}

export function readTokenId(text = ''): string {
  return readAs(z.uuid(), text, 'the id of a token, as `tokens` lists it');
}

/** 0 to 100. @throws UsageError */
export function readPercent(given: Arguments): number {
  const text = readText(given, 'percent');
  const percent = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
  if (percent <= 100) return percent;
  throw new UsageError('--percent must be a number from 0 to 100, with at most two decimals');
}

/** Each share is larger than the previous one. Undefined if no steps are given. @throws UsageError */
export function readSteps(given: Arguments): number[] | undefined {
  const text = readOptionalText(given, 'steps');
  if (text === undefined) return undefined;
  if (readOptionalText(given, 'percent') !== undefined)
    throw new UsageError('--percent and --steps cannot be combined; pass only one of them');
  const steps = text.split(',').map(Number);
  if (/^\d{1,3}(\.\d{1,2})?(,\d{1,3}(\.\d{1,2})?)*$/.test(text) && z.safeParse(stepsSchema, steps).success) return steps;
  throw new UsageError('--steps must be up to ten increasing numbers from 0 to 100, separated by commas, such as 1,10,50,100');
}

/** @throws UsageError unless the option is a whole number from `least` to `most` */
export function readNumber(given: Arguments, option: string, { least, most }: { least: number; most: number }): number {
  const text = readText(given, option);
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`--${option} must be a whole number from ${least} to ${most}`);
}

function readAs<Schema extends z.core.$ZodType>(schema: Schema, text: string, what: string): z.infer<Schema> {
  const parsed = z.safeParse(schema, text);
  if (parsed.success) return parsed.data;
  throw new UsageError(`"${text}" is not ${what}`);
}
