import type { ParseArgsConfig } from 'node:util';
import { tokenActions } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { z } from 'zod';
import type { Visitors } from '../choosing/check-composition.ts';
import type { RegistryState } from '../state/registry-state.ts';
import type { Arguments } from './arguments.ts';

/** No token can be issued with `tokens`, because a stolen token could issue further tokens. */
export const registryActions = [...tokenActions, 'tokens'] as const;
export type RegistryAction = (typeof registryActions)[number];

/** `*` in a list means everything. */
export interface Scope {
  actions: readonly (RegistryAction | '*')[];
  remotes: readonly string[];
  museums: readonly string[];
}

export const everything: Scope = { actions: ['*'], remotes: ['*'], museums: ['*'] };

/** `remote` or `museum` is undefined if the action touches none. Only a scope over all covers `*`. */
export function allows(scope: Scope, action: RegistryAction, remote?: string, museum?: string): boolean {
  return covers(scope.actions, action) && covers(scope.remotes, remote) && covers(scope.museums, museum);
}

export function isWithin(outer: Scope, inner: Scope): boolean {
  const contains = (list: readonly string[], part: readonly string[]) => list.includes('*') || part.every((one) => list.includes(one));
  return contains(outer.actions, inner.actions) && contains(outer.remotes, inner.remotes) && contains(outer.museums, inner.museums);
}

function covers(list: readonly string[], wanted: string | undefined): boolean {
  return wanted === undefined || list.includes('*') || list.includes(wanted);
}

export interface Touched {
  remotes: readonly string[];
  museums: readonly string[];
}

export interface Stamp {
  seq: number;
  at: string;
  actor: string;
}

/** All functions are pure. */
export interface RecordKind<Name extends string, Payload extends object> {
  /** In the past tense. The journal and the metric of changes contain the name, which never changes. */
  name: Name;
  /** Accepts every payload that any release wrote: new fields are optional, and no field becomes stricter. Never shared with an API. */
  payload: z.ZodType<Payload>;
  /** Callers whose scope covers this (`name` at `museumId`) see the record in the audit log. `site` needs a scope over all museums. */
  touches?(payload: NoInfer<Payload>, state: RegistryState): Touched | 'site';
  /** Accepts every payload in every state without throwing, and leaves the given state unmodified. */
  change(state: RegistryState, payload: NoInfer<Payload>, stamp: Stamp): RegistryState;
  /** The change for an unreadable payload (no change). */
  changeUnread?(state: RegistryState): RegistryState;
  /** Describes what the actor did, for the audit log. */
  sentence(payload: NoInfer<Payload>): Readonly<Record<Language, string>>;
}

export interface Context {
  actor: string;
  scope: Scope;
  /** Milliseconds since the epoch. */
  now: number;
  /** All calls within an action return the same id. */
  newId(): string;
  /** All calls within an action return the same secret. `hash`: SHA-256 of the secret in hexadecimal. */
  newSecret(): { secret: string; hash: string };
  visitors: Visitors;
}

interface Done<Request> {
  before: RegistryState;
  after: RegistryState;
  request: Request;
  context: Context;
}

export interface ActionCommand<Request extends object, Answer extends object> {
  name: string;
  usage: string;
  /** One sentence without a full stop. */
  help: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** @throws UsageError */
  read(given: Arguments): Request;
  say(answer: Answer, request: Request): string;
}

/** The functions are methods, because TypeScript then accepts actions with different requests in one list. */
export interface Action<Request extends object, Payload extends object, Answer extends object, Name extends string> {
  /** Below `/registry/v1`. Path parameters are fields of the request. An action without a route is only for the site itself. */
  route?: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  status?: 201;
  /** The strict schema of body and path parameters together. */
  request: z.core.$ZodType<Request>;
  scope: RegistryAction;
  /** `name` at `museumId` by default. Called with the path parameters alone, then with the whole request. */
  touches?(request: Partial<NoInfer<Request>>, state: RegistryState): { remotes: (string | undefined)[]; museums: (string | undefined)[] };
  /** The route refuses a museum that the site does not have. */
  needsMuseum?: true;
  record: RecordKind<Name, Payload>;
  /** @returns undefined if nothing changes @throws RegistryError */
  decide(state: RegistryState, request: NoInfer<Request>, context: Context): NoInfer<Payload> | undefined;
  answer(done: Done<NoInfer<Request>>): Answer;
  response?: z.core.$ZodType<Answer>;
  /** Only the name if `infra/cli` defines the command because the command does more than this action. */
  command?: string | ActionCommand<NoInfer<Request>, NoInfer<Answer>>;
}

export type AnyAction = Action<object, object, object, string>;

export const defineRecord = <const Name extends string, Payload extends object>(kind: RecordKind<Name, Payload>) => kind;

export const defineAction = <Request extends object, Payload extends object, Answer extends object, const Name extends string>(
  action: Action<Request, Payload, Answer, Name>,
) => action;

export const text = z.string();
export const texts = z.array(z.string());
export const versionsByRemote = z.record(z.string(), z.string());
/** The object was validated when the record was written. Later releases accept the object unchanged. */
export const checkedBefore = <Type extends object>() => z.custom<Type>((value) => typeof value === 'object' && value !== null);
