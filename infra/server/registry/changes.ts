import { randomUUID } from 'node:crypto';
import type {
  HaltCause,
  IssuedGrant,
  MuseumKey,
  PinResult,
  RolloutResult,
  RolloutSummary,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { createAccessChanges } from './access-changes.ts';
import { checkClashes, checkStillShown, type Visitors } from './choosing/check-composition.ts';
import { selectReleaseSet } from './choosing/release-set.ts';
import type { RegistryStore } from './journal/registry-store.ts';
import { createRollbackChanges } from './rollback-changes.ts';
import { checkRolloutStart, checkServable, declarationOf, findRelease, findRunningRollout } from './state/check-changes.ts';
import type { Change, HaltReason } from './state/record.ts';
import { PublishRefusedError, StaleError, UnknownReleaseError } from './state/registry-error.ts';
import { hasFailed, leftOutBy, localBuildActor, nameMuseum, ownPin, pinActor, type RegistryState } from './state/registry-state.ts';
import { summarizeRollouts } from './state/summaries.ts';

interface PinTarget {
  /** `*` is the default of all museums. */
  museumId: MuseumKey;
  name: string;
}

interface PinChange extends PinTarget {
  /** What the museum itself pins now as far as the caller knows, null for nothing; absent: whatever it pins. */
  expected?: string | null | undefined;
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
    ...createRollbackChanges(store),
    ...createGrantChanges(store),
    ...createAccessChanges(store),
    /** An operator's login or logout, or logins that were refused. */
    recordLogin: ({ actor, ...login }: LoginRecord) => store.commit(actor, () => login),
  };
}

/** Each by compare-and-swap on what the museum itself pins, where the caller says what that is. */
function createPinChanges(store: RegistryStore) {
  return {
    /** @throws StaleError when `expected` is not what is pinned; UnknownReleaseError; PublishRefusedError for what nobody would see */
    async pin({ museumId, name, version, expected, actor }: PinChange & { version: string }): Promise<PinResult> {
      const state = await store.commit(actor, (before) => {
        checkServable(before, { museumId, name, version });
        const previous = checkExpected(before, { museumId, name, expected });
        checkClashes(before, museumId, new Map([[name, version]]));
        // What a start pinned, the next start replaces: somebody who pins the same version by name wants it to stay.
        const stands = previous === version && (actor === localBuildActor || pinActor(before, museumId, name) !== localBuildActor);
        return stands ? undefined : { action: 'pin-set', payload: { museumId, name, version, previous } };
      });
      return pinResult(state, { museumId, name });
    },
    /** @throws StaleError, UnknownReleaseError when there is no pin */
    async unpin({ museumId, name, expected, actor }: PinChange): Promise<PinResult> {
      const state = await store.commit(actor, (before) => {
        const previous = checkExpected(before, { museumId, name, expected });
        if (previous === null) throw new UnknownReleaseError(`${nameMuseum(museumId)} has no pin of ${name}; there is nothing to remove.`);
        const next = museumId === '*' ? null : ownPin(before, '*', name);
        if (next !== null) checkClashes(before, museumId, new Map([[name, next]]));
        return { action: 'pin-removed', payload: { museumId, name, previous } };
      });
      return pinResult(state, { museumId, name });
    },
    /** Nothing where it is left out already. @throws UnknownReleaseError; PublishRefusedError when visitors would find nothing */
    async leaveOut({ museumId, name, visitors, actor }: PinTarget & { visitors: Visitors; actor: string }): Promise<PinResult> {
      const state = await store.commit(actor, (before) => {
        if (!before.versions.has(name))
          throw new UnknownReleaseError(`No version of ${name} was ever published; publish one first, or name another remote.`);
        if (leftOutBy(before, museumId).has(name)) return undefined;
        const version = ownPin(before, museumId, name) ?? ownPin(before, '*', name);
        if (version !== null && declarationOf(before, name, version)?.audience === 'operators')
          throw new PublishRefusedError(`${name} is for operators, not for visitors; pin another version of it instead.`);
        checkStillShown(before, museumId, name, visitors);
        return { action: 'screen-left-out', payload: { museumId, name } };
      });
      return pinResult(state, { museumId, name });
    },
    /** Has it again. @throws UnknownReleaseError when it is not left out; PublishRefusedError for a clash */
    async takeIn({ museumId, name, actor }: PinTarget & { actor: string }): Promise<PinResult> {
      const state = await store.commit(actor, (before) => {
        if (!leftOutBy(before, museumId).has(name))
          throw new UnknownReleaseError(`${nameMuseum(museumId)} does not leave ${name} out; there is nothing to take in.`);
        const version = ownPin(before, museumId, name) ?? ownPin(before, '*', name);
        const others = [...(before.leftOut.get(museumId) ?? [])].filter(([other]) => other !== name);
        const leftOut = new Map(before.leftOut).set(museumId, new Map(others));
        if (version !== null) checkClashes({ ...before, leftOut }, museumId, new Map([[name, version]]));
        return { action: 'screen-taken-in', payload: { museumId, name } };
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
      await store.commit(actor, (before) => {
        findRelease(before, name, version);
        return hasFailed(before, museumId, name, version) ? undefined : { action: 'version-failed', payload };
      });
    },
    /** Gives versions that were tested together to a share of the visitors. @throws UnknownReleaseError; PublishRefusedError as for a pin, or for a remote that is being rolled out already */
    async startRollout({ museumId, versions, percent, steps, actor }: RolloutStart): Promise<RolloutResult> {
      const id = randomUUID();
      const state = await store.commit(actor, (before) => {
        for (const [name, version] of Object.entries(versions)) {
          checkServable(before, { museumId, name, version });
        }
        checkRolloutStart(before, { museumId, versions });
        checkClashes(before, museumId, new Map(Object.entries(versions)));
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

function createGrantChanges(store: RegistryStore) {
  return {
    /** One version of one remote at one museum for some minutes. @throws UnknownReleaseError; PublishRefusedError for what nobody would see */
    async issueGrant({ remote, version, museumId, minutes, actor }: GrantRequest): Promise<IssuedGrant> {
      const id = randomUUID();
      const { grants } = await store.commit(actor, (before) => {
        checkServable(before, { museumId, name: remote, version });
        checkClashes(before, museumId, new Map([[remote, version]]));
        return { action: 'grant-issued', payload: { id, remote, version, museumId, minutes } };
      });
      const grant = grants.get(id);
      if (!grant) throw new Error(`Grant ${id} is not in the state it was recorded in.`);
      return { grant: id, expiresAt: new Date(grant.expiresAt).toISOString() };
    },
  };
}

/** @returns what is pinned, which is what was expected */
function checkExpected(state: RegistryState, { museumId, name, expected }: Omit<PinChange, 'actor'>): string | null {
  const current = ownPin(state, museumId, name);
  if (expected === undefined || current === expected) return current;
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
  const { sequence, remotes } = selectReleaseSet(state, museumId);
  const unpinned = Object.keys(rollout.versions).filter((name) => !Object.hasOwn(remotes, name));
  return { ...rollout, sequence, ...(rollout.halted === null && unpinned.length > 0 && { unpinned }) };
}
