import type { ParseArgsConfig } from 'node:util';
import { tokenActions } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { z } from 'zod';
import type { Visitors } from '../choosing/check-composition.ts';
import type { RegistryState } from '../state/registry-state.ts';
import type { Arguments } from './arguments.ts';

/** What a caller can do. No token can be issued for `tokens`: one that was stolen would make its own successors. */
export const registryActions = [...tokenActions, 'tokens'] as const;
export type RegistryAction = (typeof registryActions)[number];

/** Scope and rights of a token; `*` in a list means everything. */
export interface Scope {
  actions: readonly (RegistryAction | '*')[];
  remotes: readonly string[];
  museums: readonly string[];
}

export const everything: Scope = { actions: ['*'], remotes: ['*'], museums: ['*'] };

/**
 * Whether a scope covers an action. A remote or museum that the action does not touch is left undefined;
 * `*` as one means all of them, which only a scope over all of them covers.
 */
export function allows(scope: Scope, action: RegistryAction, remote?: string, museum?: string): boolean {
  return covers(scope.actions, action) && covers(scope.remotes, remote) && covers(scope.museums, museum);
}

/** Whether everything that the inner scope covers is covered by the outer one. */
export function isWithin(outer: Scope, inner: Scope): boolean {
  const contains = (list: readonly string[], part: readonly string[]) => list.includes('*') || part.every((one) => list.includes(one));
  return contains(outer.actions, inner.actions) && contains(outer.remotes, inner.remotes) && contains(outer.museums, inner.museums);
}

function covers(list: readonly string[], wanted: string | undefined): boolean {
  return wanted === undefined || list.includes('*') || list.includes(wanted);
}

/** The remotes and museums that a request or a record concerns. `*` means all museums, which only a scope over all covers. */
export interface Touched {
  remotes: readonly string[];
  museums: readonly string[];
}

/** Number, time and actor of a record. */
export interface Stamp {
  seq: number;
  at: string;
  actor: string;
}

/** What one kind of record in the journal means. All functions are pure. */
export interface RecordKind<Name extends string, Payload extends object> {
  /** Past tense. Never renamed, because journals contain the name. Also the label in the metric of changes. */
  name: Name;
  /**
   * Shared with no API. Accepts every payload that any release ever wrote: a new field is optional, and a field is never made
   * stricter.
   */
  payload: z.ZodType<Payload>;
  /** Whether the record can change a release set that was made before. A grant cannot: a grant's set is made for one visitor. */
  changesSets?: true;
  /** Callers see the record in the audit log if their scope covers this. `site`: a record of no museum, for scopes over all museums. */
  touches(payload: NoInfer<Payload>, state: RegistryState): Touched | 'site';
  /** Accepts every payload in every state, and never throws. The given state stays as it is. */
  change(state: RegistryState, payload: NoInfer<Payload>, stamp: Stamp): RegistryState;
  /** The change if a payload cannot be read. If absent, the record is passed over. */
  changeUnread?(state: RegistryState): RegistryState;
  /** What the actor did, for the audit log. */
  sentence(payload: NoInfer<Payload>): Readonly<Record<Language, string>>;
}

/** All that is not pure. */
export interface Context {
  actor: string;
  scope: Scope;
  /** Milliseconds since the epoch. */
  now: number;
  /** Makes an id, the same one within an action. */
  newId(): string;
  /** The same. `hash`: SHA-256 of the secret, in hexadecimal. */
  newSecret(): { secret: string; hash: string };
  /** Visitors of the museum in the request. */
  visitors: Visitors;
}

/** The state before and after, which are the same if nothing had to change. */
interface Done<Request> {
  before: RegistryState;
  after: RegistryState;
  request: Request;
  context: Context;
}

/** How the command line calls an action. */
export interface ActionCommand<Request extends object, Answer extends object> {
  name: string;
  /** The arguments, as the help shows them. */
  usage: string;
  /** One sentence without a full stop. */
  help: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** @throws UsageError */
  read(given: Arguments): Request;
  /** What was done. */
  say(answer: Answer, request: Request): string;
}

/**
 * One action of the registry. Route, permission and record follow from this definition. The functions are methods, because
 * TypeScript then accepts actions with different requests in one list.
 */
export interface Action<Request extends object, Payload extends object, Answer extends object, Name extends string> {
  /** Below `/registry/v1`. Parameters of the path are fields of the request. If absent, only the site itself calls the action. */
  route?: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  status?: 201;
  /** Strict: the body and the path's parameters together. */
  request: z.core.$ZodType<Request>;
  scope: RegistryAction;
  /** By default the remote `name` at the museum `museumId`. Called twice: with the path's parameters alone, and with the whole request. */
  touches?(request: Partial<NoInfer<Request>>, state: RegistryState): { remotes: (string | undefined)[]; museums: (string | undefined)[] };
  /** The route refuses a museum that the site does not have. */
  needsMuseum?: true;
  record: RecordKind<Name, Payload>;
  /** @returns the record's payload, undefined if nothing changes. @throws RegistryError */
  decide(state: RegistryState, request: NoInfer<Request>, context: Context): NoInfer<Payload> | undefined;
  answer(done: Done<NoInfer<Request>>): Answer;
  /** Schema of the answer, for the command line. */
  response?: z.core.$ZodType<Answer>;
  /** A name alone if `infra/cli` has the command, because the command does more than this action. */
  command?: string | ActionCommand<NoInfer<Request>, NoInfer<Answer>>;
}

export type AnyAction = Action<object, object, object, string>;

export const defineRecord = <const Name extends string, Payload extends object>(kind: RecordKind<Name, Payload>) => kind;

export const defineAction = <Request extends object, Payload extends object, Answer extends object, const Name extends string>(
  action: Action<Request, Payload, Answer, Name>,
) => action;

// What payloads are made of.

export const text = z.string();
export const texts = z.array(z.string());
export const versionsByRemote = z.record(z.string(), z.string());
/** An object that was checked when the record was made. Later releases take it as it is. */
export const checkedBefore = <Type extends object>() => z.custom<Type>((value) => typeof value === 'object' && value !== null);

export const touchesOne = ({ name, museumId }: { name: string; museumId: string }): Touched => ({ remotes: [name], museums: [museumId] });
export const touchesRemote = ({ name }: { name: string }): Touched => ({ remotes: [name], museums: [] });
