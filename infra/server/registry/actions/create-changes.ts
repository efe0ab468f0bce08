import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Visitors } from '../choosing/check-composition.ts';
import type { RegistryState } from '../state/registry-state.ts';
import { type AnswerOf, actions, type Change, type RequestOf } from './actions.ts';
import { type AnyAction, everything, type Scope } from './define-action.ts';

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
