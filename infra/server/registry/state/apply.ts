import { isDeepStrictEqual } from 'node:util';
import { checkRolloutStart, findRelease, findRunningRollout, planRollback } from './check-changes.ts';
import { withMuseum, withVersions } from './museum-pins.ts';
import { type Rollout, withRollouts } from './museum-rollouts.ts';
import type { JournalRecord } from './record.ts';
import { JournalBrokenError, RegistryError } from './registry-error.ts';
import { type Grant, ownPin, type RegistryState } from './registry-state.ts';
import { pinnedRemote } from './releases.ts';

export const emptyState: RegistryState = {
  seq: 0,
  versions: new Map(),
  pins: new Map(),
  rollouts: new Map(),
  failed: [],
  grants: new Map(),
  tokens: new Map(),
};

/**
 * The state after one more record. Pure: the given state is left as it is.
 * @throws JournalBrokenError when the record cannot follow that state.
 */
export function applyRecord(state: RegistryState, record: JournalRecord): RegistryState {
  if (record.seq !== state.seq + 1) throw brokenAt(record, `record ${state.seq + 1} is missing before it`);
  try {
    return { ...follow(state, record), seq: record.seq };
  } catch (error) {
    // The commands are refused by the same checks, in words for their caller.
    if (error instanceof RegistryError) throw brokenAt(record, error.message.replace(/\.$/, ''));
    throw error;
  }
}

type Recorded<Action extends JournalRecord['action']> = Extract<JournalRecord, { action: Action }>;

function follow(state: RegistryState, record: JournalRecord): RegistryState {
  switch (record.action) {
    case 'version-published':
      return publish(state, record);
    case 'pin-set':
      findRelease(state, record.payload.name, record.payload.version);
      return pin(state, record, record.payload.version);
    case 'pin-removed':
      return pin(state, record, null);
    case 'rollout-started':
      return startRollout(state, record);
    case 'rollout-changed':
      return changeRollout(state, record, { percent: record.payload.percent });
    case 'rollout-halted':
      return changeRollout(state, record, { halted: record.payload.reason, cause: record.payload.cause });
    case 'version-failed':
      return markFailed(state, record);
    case 'rolled-back':
      return rollBack(state, record);
    case 'grant-issued':
      return issueGrant(state, record);
    case 'token-issued':
      return issueToken(state, record);
    case 'token-revoked':
      return revokeToken(state, record);
    case 'operator-logged-in':
    case 'operator-logged-out':
    case 'login-refused':
      return state;
  }
}

function publish(state: RegistryState, record: Recorded<'version-published'>): RegistryState {
  const { payload: release, at: publishedAt, actor } = record;
  const earlier = state.versions.get(release.name);
  if (earlier?.has(release.version)) throw brokenAt(record, 'it publishes a version for the second time');
  const published = { release, pinned: pinnedRemote(release), publishedAt, actor };
  const versions = new Map(state.versions).set(release.name, new Map(earlier).set(release.version, published));
  return { ...state, versions };
}

function pin(state: RegistryState, record: Recorded<'pin-set' | 'pin-removed'>, to: string | null): RegistryState {
  const { payload, seq, at, actor } = record;
  const { museumId, name, previous } = payload;
  if (ownPin(state, museumId, name) !== previous) throw brokenAt(record, 'it replaces a pin that was not there');
  return { ...state, pins: withVersions(state.pins, museumId, [{ name, to }], { seq, at, actor }) };
}

function startRollout(state: RegistryState, record: Recorded<'rollout-started'>): RegistryState {
  const { payload, seq, at } = record;
  checkRolloutStart(state, payload);
  if (state.rollouts.get(payload.museumId)?.has(payload.id)) throw brokenAt(record, 'it starts a rollout for the second time');
  return withRollout(state, { ...payload, startedAt: at, seq, at, halted: undefined });
}

function changeRollout(
  state: RegistryState,
  { payload, seq, at }: Recorded<'rollout-changed' | 'rollout-halted'>,
  change: Partial<Rollout>,
): RegistryState {
  return withRollout(state, { ...findRunningRollout(state, payload), ...change, seq, at });
}

function withRollout(state: RegistryState, rollout: Rollout): RegistryState {
  const { museumId } = rollout;
  return {
    ...state,
    pins: withMuseum(state.pins, museumId),
    rollouts: withRollouts(state.rollouts, museumId, [rollout]),
  };
}

function markFailed(state: RegistryState, { payload, seq, at }: Recorded<'version-failed'>): RegistryState {
  const { museumId, name, version } = payload;
  findRelease(state, name, version);
  return { ...state, failed: [...state.failed, { museumId, name, version, seq, at }] };
}

function rollBack(state: RegistryState, record: Recorded<'rolled-back'>): RegistryState {
  const { museumId, toSequence, pins } = record.payload;
  const plan = planRollback(state, museumId, toSequence);
  if (!isDeepStrictEqual(plan.pins, pins)) throw brokenAt(record, `it restores pins that did not stand at ${toSequence}`);
  const { seq, at, actor } = record;
  const halted = plan.halts.map((rollout) => ({ ...rollout, halted: 'rolled-back' as const, seq, at }));
  return {
    ...state,
    pins: withVersions(state.pins, museumId, plan.changes, { seq, at, actor, backTo: toSequence }),
    rollouts: withRollouts(state.rollouts, museumId, halted),
  };
}

function issueGrant(state: RegistryState, record: Recorded<'grant-issued'>): RegistryState {
  const { minutes, ...what } = record.payload;
  findRelease(state, what.remote, what.version);
  if (state.grants.has(what.id)) throw brokenAt(record, 'it issues a grant for the second time');
  const issuedAt = Date.parse(record.at);
  const grant: Grant = { ...what, issuedAt, expiresAt: issuedAt + minutes * 60_000 };
  // Expired ones are dropped, so that grants do not pile up in memory.
  const alive = [...state.grants].filter(([, { expiresAt }]) => expiresAt > issuedAt);
  return { ...state, grants: new Map(alive).set(grant.id, grant) };
}

function issueToken(state: RegistryState, record: Recorded<'token-issued'>): RegistryState {
  const { payload, at: issuedAt, actor: issuedBy } = record;
  const { hash, days, ...token } = payload;
  if (state.tokens.has(token.id)) throw brokenAt(record, 'it issues a token for the second time');
  const expiresAt = new Date(Date.parse(issuedAt) + days * 86_400_000).toISOString();
  // Those that are over are dropped, as grants are.
  const alive = [...state.tokens].filter(([, { expiresAt: end }]) => end > issuedAt);
  const issued = { ...token, issuedAt, issuedBy, expiresAt, hash: Buffer.from(hash, 'hex') };
  return { ...state, tokens: new Map(alive).set(token.id, issued) };
}

function revokeToken(state: RegistryState, record: Recorded<'token-revoked'>): RegistryState {
  const tokens = new Map(state.tokens);
  if (!tokens.delete(record.payload.id)) throw brokenAt(record, 'it revokes a token that was not there');
  return { ...state, tokens };
}

function brokenAt(record: JournalRecord, reason: string): JournalBrokenError {
  return new JournalBrokenError(`Record ${record.seq} of the journal cannot be applied: ${reason}.`);
}
