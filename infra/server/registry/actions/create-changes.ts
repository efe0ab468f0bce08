import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Visitors } from '../choosing/check-composition.ts';
import type { RegistryState } from '../state/registry-state.ts';
import { type AnswerOf, actions, type Change, type RequestOf } from './actions.ts';
import { type AnyAction, everything, type Scope } from './define-action.ts';

/** The caller, and facts that the registry does not have. */
interface Call {
  actor: string;
  /** Of the caller. By default everything: the site itself calls. */
  scope?: Scope;
  /** Visitors of the museum in the request. By default of a museum about which nothing is known. */
  visitors?: Visitors;
}

/** A method for each action: checks the request against the newest state and appends one record. @throws RegistryError */
export type Changes = { [Name in keyof typeof actions]: (given: RequestOf<Name> & Call) => Promise<AnswerOf<Name>> } & {
  /** An operator's login or logout, or logins that were refused. */
  recordLogin(
    given: Extract<Change, { action: 'operator-logged-in' | 'operator-logged-out' | 'login-refused' }> & { actor: string },
  ): Promise<unknown>;
};

/** Appends to the journal. If another process was faster, `decide` is called again. */
interface Store {
  state(): RegistryState;
  commit(actor: string, decide: (state: RegistryState) => Change | undefined): Promise<RegistryState>;
}

const unknownVisitors: Visitors = { hasSingleExhibition: false, entryScreen: 'visit' };

/** Scanners for secrets that were committed by mistake find the secret by its beginning. */
function createSecret(): { secret: string; hash: string } {
  const secret = `enfilade_${randomBytes(32).toString('base64url')}`;
  return { secret, hash: createHash('sha256').update(secret).digest('hex') };
}

/** The same value in every call of `decide`, and in `answer`. */
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
