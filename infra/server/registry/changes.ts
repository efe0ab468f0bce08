import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type {
  HaltCause,
  IssuedGrant,
  MuseumKey,
  PinResult,
  RollbackResult,
  RolloutResult,
  RolloutSummary,
  TokenRequest,
  TokenSummary,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { selectReleaseSet } from './choosing/release-set.ts';
import type { RegistryStore } from './journal/registry-store.ts';
import { checkRolloutStart, checkServable, findRunningRollout, planRollback, type RollbackPlan } from './state/check-changes.ts';
import type { Change, HaltReason } from './state/record.ts';
import { PublishRefusedError, StaleError, UnknownReleaseError } from './state/registry-error.ts';
import { hasFailed, type IssuedToken, localBuildActor, nameMuseum, ownPin, pinActor, type RegistryState } from './state/registry-state.ts';
import { summarizeRollouts } from './state/summaries.ts';

interface PinTarget {
  /** `*` is the default of all museums. */
  museumId: MuseumKey;
  name: string;
}

interface PinChange extends PinTarget {
  /** What the museum itself pins now as far as the caller knows, null for nothing. */
  expected: string | null;
  actor: string;
}

interface RolloutStart extends Pick<RolloutSummary, 'museumId' | 'versions' | 'percent' | 'steps'> {
  actor: string;
}

interface RolloutChange extends Pick<RolloutSummary, 'museumId' | 'id'> {
  actor: string;
}

interface GrantRequest {
  remote: string;
  version: string;
  museumId: string;
  /** 1 to 1440. */
  minutes: number;
  actor: string;
}

type LoginRecord = Extract<Change, { action: 'operator-logged-in' | 'operator-logged-out' | 'login-refused' }> & { actor: string };

/** What decides which version of a remote a visitor gets: every method but the preview is one record of the journal. */
export type Changes = ReturnType<typeof createChanges>;

export function createChanges(store: RegistryStore) {
  return {
    ...createPinChanges(store),
    ...createRolloutChanges(store),
    ...createRollbackAndGrant(store),
    ...createTokenChanges(store),
    /** An operator's login or logout, or logins that were refused. */
    recordLogin: ({ actor, ...login }: LoginRecord) => store.commit(actor, () => login),
  };
}

/** Each by compare-and-swap on what the museum itself pins. */
function createPinChanges(store: RegistryStore) {
  return {
    /** @throws StaleError when `expected` is not what is pinned; UnknownReleaseError; PublishRefusedError for what nobody would see */
    async pin({ museumId, name, version, expected, actor }: PinChange & { version: string }): Promise<PinResult> {
      const state = await store.commit(actor, (before) => {
        checkServable(before, { museumId, name, version });
        const previous = checkExpected(before, { museumId, name }, expected);
        // What a start pinned, the next start replaces: somebody who pins the same version by name wants it to stay.
        const stands = previous === version && (actor === localBuildActor || pinActor(before, museumId, name) !== localBuildActor);
        return stands ? undefined : { action: 'pin-set', payload: { museumId, name, version, previous } };
      });
      return pinResult(state, { museumId, name });
    },
    /** @throws StaleError, UnknownReleaseError when there is no pin */
    async unpin({ museumId, name, expected, actor }: PinChange): Promise<PinResult> {
      const state = await store.commit(actor, (before) => {
        const previous = checkExpected(before, { museumId, name }, expected);
        if (previous === null) throw new UnknownReleaseError(`${nameMuseum(museumId)} has no pin of ${name}; there is nothing to remove.`);
        return { action: 'pin-removed', payload: { museumId, name, previous } };
      });
      return pinResult(state, { museumId, name });
    },
  };
}

function createRolloutChanges(store: RegistryStore) {
  return {
    /** That every visit failed which got the version from there; nothing when that is known. @throws UnknownReleaseError */
    async markFailed({ actor, ...payload }: PinTarget & { version: string; visits: number; actor: string }) {
      const { museumId, name, version } = payload;
      await store.commit(actor, (before) =>
        hasFailed(before, museumId, name, version) ? undefined : { action: 'version-failed', payload },
      );
    },
    /** Gives versions that were tested together to a share of the visitors. @throws UnknownReleaseError; PublishRefusedError for what nobody would see, or a remote that is being rolled out already */
    async startRollout({ museumId, versions, percent, steps, actor }: RolloutStart): Promise<RolloutResult> {
      const id = randomUUID();
      const state = await store.commit(actor, (before) => {
        for (const [name, version] of Object.entries(versions)) checkServable(before, { museumId, name, version });
        checkRolloutStart(before, { museumId, versions });
        return { action: 'rollout-started', payload: { museumId, id, versions, percent, ...(steps && { steps }) } };
      });
      return rolloutResult(state, museumId, id);
    },
    /** With `from` nothing is changed where somebody changed the share before. @throws UnknownReleaseError; PublishRefusedError when it was halted */
    async changeRollout({
      museumId,
      id,
      from,
      percent,
      actor,
    }: RolloutChange & { from?: number; percent: number }): Promise<RolloutResult> {
      const state = await store.commit(actor, (before) => {
        const { percent: current } = findRunningRollout(before, { museumId, id });
        return current === percent || (from !== undefined && current !== from)
          ? undefined
          : { action: 'rollout-changed', payload: { museumId, id, percent } };
      });
      return rolloutResult(state, museumId, id);
    },
    /** @throws UnknownReleaseError; PublishRefusedError when it was halted before */
    async haltRollout({
      museumId,
      id,
      reason,
      cause,
      actor,
    }: RolloutChange & { reason: HaltReason; cause?: HaltCause }): Promise<RolloutResult> {
      const state = await store.commit(actor, (before) => {
        findRunningRollout(before, { museumId, id });
        return { action: 'rollout-halted', payload: { museumId, id, reason, ...(cause && { cause }) } };
      });
      return rolloutResult(state, museumId, id);
    },
  };
}

/** A rollback is a step forward: the earlier set gets the next sequence. */
function createRollbackAndGrant(store: RegistryStore) {
  return {
    /**
     * Pins what the museum itself pinned at an earlier sequence and ends its rollouts; the default stays as it is.
     * @throws PublishRefusedError when that changes nothing, or for what nobody would see
     */
    async rollBack({ museumId, toSequence, actor }: { museumId: MuseumKey; toSequence: number; actor: string }): Promise<RollbackResult> {
      let plan: RollbackPlan | undefined;
      const state = await store.commit(actor, (before) => {
        plan = checkRollback(before, museumId, toSequence);
        return { action: 'rolled-back', payload: { museumId, toSequence, pins: plan.pins } };
      });
      return rollbackResult(state, { museumId, toSequence }, plan);
    },
    /** What that would change now, with the same refusals; nothing is recorded. `sequence` stays. */
    previewRollBack({ museumId, toSequence }: { museumId: MuseumKey; toSequence: number }): RollbackResult {
      const state = store.state();
      return rollbackResult(state, { museumId, toSequence }, checkRollback(state, museumId, toSequence));
    },
    /** One version of one remote at one museum for some minutes. @throws UnknownReleaseError; PublishRefusedError for what nobody would see */
    async issueGrant({ remote, version, museumId, minutes, actor }: GrantRequest): Promise<IssuedGrant> {
      const id = randomUUID();
      const { grants } = await store.commit(actor, (before) => {
        checkServable(before, { museumId, name: remote, version });
        return { action: 'grant-issued', payload: { id, remote, version, museumId, minutes } };
      });
      const grant = grants.get(id);
      if (!grant) throw new Error(`Grant ${id} is not in the state it was recorded in.`);
      return { grant: id, expiresAt: new Date(grant.expiresAt).toISOString() };
    },
  };
}

interface TokenIssue extends TokenRequest {
  actor: string;
  /** Whether a token of the same name may get another beside it. */
  mayShare(other: TokenSummary): boolean;
}

/** Tokens of teams and museums: their secrets are stored nowhere, and what they did stays theirs in the journal. */
function createTokenChanges(store: RegistryStore) {
  return {
    /** @throws PublishRefusedError for a name that somebody else's token has */
    async issueToken({ actor, mayShare, ...request }: TokenIssue): Promise<TokenSummary & { secret: string }> {
      const id = randomUUID();
      // Scanners for secrets that were committed by mistake find it by its beginning.
      const secret = `enfilade_${randomBytes(32).toString('base64url')}`;
      const hash = createHash('sha256').update(secret).digest('hex');
      const { tokens } = await store.commit(actor, (before) => {
        const isTaken = [...before.tokens.values()].some((other) => other.name === request.name && !mayShare(other));
        if (isTaken) throw new PublishRefusedError(`A token of somebody else has the name ${request.name}; choose another.`);
        return { action: 'token-issued', payload: { ...request, id, hash } };
      });
      const issued = tokens.get(id);
      if (!issued) throw new Error(`Token ${id} is not in the state it was recorded in.`);
      return { ...withoutHash(issued), secret };
    },
    /** From the next request on nobody gets in with it; at other gateways within a second. @throws UnknownReleaseError */
    async revokeToken({ id, actor }: { id: string; actor: string }): Promise<TokenSummary> {
      let revoked: IssuedToken | undefined;
      await store.commit(actor, (before) => {
        revoked = before.tokens.get(id);
        if (!revoked) throw new UnknownReleaseError(unknownToken);
        const { name, remotes, museums } = revoked;
        return { action: 'token-revoked', payload: { id, name, remotes, museums } };
      });
      if (!revoked) throw new UnknownReleaseError(unknownToken);
      return withoutHash(revoked);
    },
  };
}

const unknownToken = 'There is no such token, or it was revoked.';

const withoutHash = ({ hash: _, ...token }: IssuedToken): TokenSummary => token;

/** @returns what is pinned, which is what was expected */
function checkExpected(state: RegistryState, { museumId, name }: PinTarget, expected: string | null): string | null {
  const current = ownPin(state, museumId, name);
  if (current === expected) return current;
  throw new StaleError(
    `${nameMuseum(museumId)} pins ${current ?? 'no version'} of ${name}, not ${expected ?? 'none'}; look again and repeat.`,
  );
}

function pinResult(state: RegistryState, { museumId, name }: PinTarget): PinResult {
  return { museumId, name, version: ownPin(state, museumId, name), sequence: selectReleaseSet(state, museumId).sequence };
}

function rolloutResult(state: RegistryState, museumId: MuseumKey, id: string): RolloutResult {
  const rollout = summarizeRollouts(state, museumId).find((each) => each.id === id);
  if (!rollout) throw new Error(`Rollout ${id} is not in the state it was recorded in.`);
  return { ...rollout, sequence: selectReleaseSet(state, museumId).sequence };
}

/** @throws PublishRefusedError */
function checkRollback(state: RegistryState, museumId: MuseumKey, toSequence: number): RollbackPlan {
  const { sequence } = selectReleaseSet(state, museumId);
  if (toSequence >= sequence)
    throw new PublishRefusedError(`${nameMuseum(museumId)} is at ${sequence} now; name an earlier sequence than that.`);
  const plan = planRollback(state, museumId, toSequence);
  for (const { name, to } of plan.changes) if (to !== null) checkServable(state, { museumId, name, version: to });
  return plan;
}

function rollbackResult(
  state: RegistryState,
  to: { museumId: MuseumKey; toSequence: number },
  plan: RollbackPlan | undefined,
): RollbackResult {
  const { changes = [], halts = [] } = plan ?? {};
  return { ...to, sequence: selectReleaseSet(state, to.museumId).sequence, changes, halted: halts.map(({ id }) => id) };
}
