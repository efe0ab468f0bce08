import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { z } from 'zod';
import type { Visitors } from '../choosing/check-composition.ts';
import type { RegistryState } from '../state/registry-state.ts';
import { issuePipelineToken, issueToken, loggedIn, loggedOut, loginRefused, removePolicy, revokeToken, setPolicy } from './access.ts';
import { type Action, type AnyAction, everything, type RecordKind, type Scope, type Stamp, type Touched } from './define-action.ts';
import { issueGrant } from './grant.ts';
import { leaveOut, takeIn } from './leave-out.ts';
import { pin, unpin } from './pin.ts';
import { rollBack } from './roll-back.ts';
import { changeRollout, halt, haltRollout, startRollout } from './rollout.ts';
import { markFailed, retire, versionAnnotated, versionPublished } from './versions.ts';

/** The keys are names of the registry's methods. */
export const actions = {
  ...{ retire, pin, unpin, leaveOut, takeIn, startRollout, changeRollout, halt, haltRollout, markFailed, rollBack },
  ...{ issueGrant, setPolicy, removePolicy, issueToken, revokeToken, issuePipelineToken },
};

const withoutAction = [versionPublished, versionAnnotated, loggedIn, loggedOut, loginRefused] as const;

type Actions = typeof actions;
type Kind = Actions[keyof Actions]['record'] | (typeof withoutAction)[number];
type AnyKind = RecordKind<string, object>;

const kinds: ReadonlyMap<string, AnyKind> = new Map(
  [...withoutAction, ...Object.values(actions).map(({ record }) => record)].map((kind: AnyKind) => [kind.name, kind]),
);
export const recordNames = [...kinds.keys()] as Kind['name'][];

type ChangeOf<Of> = Of extends RecordKind<infer Name, infer Payload> ? { action: Name; payload: Payload } : never;
export type Change = ChangeOf<Kind>;
export type JournalRecord = Stamp & Change;

type RequestOf<Name extends keyof Actions> = z.infer<Actions[Name]['request']>;
type AnswerOf<Name extends keyof Actions> =
  Actions[Name] extends Action<infer _Request, infer _Payload, infer Answer, infer _Name> ? Answer : never;

/** For `docs/reference/endpoints.md`. */
export const actionEndpoints: Readonly<Record<string, string>> = Object.values(actions).reduce(
  (found: Record<string, string>, { route, command }: AnyAction) => {
    if (route === undefined || command === undefined) return found;
    const name = route.replace(' ', ' /registry/v1');
    const used = `\`remotes ${typeof command === 'string' ? command : command.name}\``;
    return { ...found, [name]: found[name] === undefined ? used : `${found[name]}, ${used}` };
  },
  {},
);

/** A newer release may have written the row while a site is upgraded. */
export const isKnown = ({ action }: { action: string }) => kinds.has(action);

/** Undefined if this release cannot read the record. */
function readRecord({ action, payload }: Change): { kind: AnyKind; payload: object } | undefined {
  const kind = kinds.get(action);
  const read = kind?.payload.safeParse(payload).data;
  return kind && read && { kind, payload: read };
}

export function findFault({ action, payload }: Change): z.core.$ZodIssue | undefined {
  return kinds.get(action)?.payload.safeParse(payload).error?.issues[0];
}

/** Decisions are not checked again: a stricter rule leaves earlier journals readable. */
export function applyRecord(state: RegistryState, record: JournalRecord): RegistryState {
  const { seq, at, actor, action } = record;
  const read = readRecord(record);
  const next = read ? read.kind.change(state, read.payload, { seq, at, actor }) : kinds.get(action)?.changeUnread?.(state);
  return { ...(next ?? state), seq };
}

export const isReadable = (record: Change) => readRecord(record) !== undefined;

/** An unreadable record touches everything. */
export function touchedBy(record: Change, state: RegistryState): Touched | 'site' {
  const read = readRecord(record);
  if (!read) return { remotes: ['*'], museums: ['*'] };
  const { name, museumId }: { name?: string; museumId?: string } = read.payload;
  const named = { remotes: name === undefined ? [] : [name], museums: museumId === undefined ? [] : [museumId] };
  return read.kind.touches?.(read.payload, state) ?? named;
}

/** An unreadable record is described by its name. */
export function sentenceOf(record: Change, language: Language): string {
  const read = readRecord(record);
  return read ? read.kind.sentence(read.payload)[language] : record.action;
}

interface Call {
  actor: string;
  /** Everything, for calls of the site itself. */
  scope?: Scope;
  /** Visitors of the museum in the request; missing for unknown visitors. */
  visitors?: Visitors;
}

/** Each method checks a request against the newest state and appends a record. @throws RegistryError */
export type Changes = { [Name in keyof typeof actions]: (given: RequestOf<Name> & Call) => Promise<AnswerOf<Name>> } & {
  recordLogin(
    given: Extract<Change, { action: 'operator-logged-in' | 'operator-logged-out' | 'login-refused' }> & { actor: string },
  ): Promise<unknown>;
};

/** If another process appended first, `decide` is called again. */
interface Store {
  state(): RegistryState;
  commit(actor: string, decide: (state: RegistryState) => Change | undefined): Promise<RegistryState>;
}

const unknownVisitors: Visitors = { hasSingleExhibition: false, entryScreen: 'visit' };

/** The prefix lets secret scanners find a token that was committed by mistake. */
function createSecret(): { secret: string; hash: string } {
  const secret = `enfilade_${randomBytes(32).toString('base64url')}`;
  return { secret, hash: createHash('sha256').update(secret).digest('hex') };
}

/** Returns the same value in every call of `decide` and in `answer`. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

export function createChanges(store: Store, clock: Pick<Clock, 'now'>): Changes {
  const methodOf =
    (action: AnyAction) =>
    async ({ actor, scope = everything, visitors = unknownVisitors, ...request }: Call) => {
      const context = { actor, scope, visitors, now: clock.now(), newId: once(randomUUID), newSecret: once(createSecret) };
      let before: RegistryState = store.state();
      const after = await store.commit(actor, (state) => {
        before = state;
        const payload = action.decide(state, request, context);
        return payload && ({ action: action.record.name, payload } as Change);
      });
      return action.answer({ before, after, request, context });
    };
  const methods = Object.entries(actions).map(([name, action]) => [name, methodOf(action)]);
  return { ...Object.fromEntries(methods), recordLogin: ({ actor, ...login }: Call & Change) => store.commit(actor, () => login) };
}
