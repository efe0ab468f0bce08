import { comparePins, pinnedVersions, withMuseum, withVersions } from './museum-pins.ts';
import { type Rollout, runningRollouts, withRollouts } from './museum-rollouts.ts';
import type { JournalRecord } from './record.ts';
import { JournalBrokenError } from './registry-error.ts';
import type { Grant, IssuedToken, PublishedVersion, RegistryState } from './registry-state.ts';
import { pinnedRemote } from './releases.ts';
import { restMs } from './version-use.ts';

export const emptyState: RegistryState = {
  seq: 0,
  setsSeq: 0,
  versions: new Map(),
  pins: new Map(),
  rollouts: new Map(),
  leftOut: new Map(),
  declared: new Map(),
  failed: [],
  grants: new Map(),
  tokens: new Map(),
  policies: new Map(),
};

/**
 * The state after one more record. Pure: the given state is left as it is. Whoever makes a change checks it before it is
 * recorded. A record is never checked again: a rule of a later build must not make a journal unreadable that an earlier
 * build wrote.
 * @throws JournalBrokenError when a record is missing before it
 */
export function applyRecord(state: RegistryState, record: JournalRecord): RegistryState {
  if (record.seq !== state.seq + 1)
    throw new JournalBrokenError(`Record ${record.seq} of the journal cannot be applied: record ${state.seq + 1} is missing before it.`);
  return { ...follow(state, record), seq: record.seq, setsSeq: canChangeSets[record.action] ? record.seq : state.setsSeq };
}

/** Whether a record of that kind can change a release set that is made already. What a grant shows is a set of its own. */
const canChangeSets: Record<JournalRecord['action'], boolean> = {
  'version-published': false,
  'version-annotated': false,
  'version-retired': true,
  'policy-set': false,
  'screen-declared': true,
  'pin-set': true,
  'pin-removed': true,
  'screen-left-out': true,
  'screen-taken-in': true,
  'rollout-started': true,
  'rollout-changed': true,
  'rollout-halted': true,
  'version-failed': true,
  'rolled-back': true,
  'operator-logged-in': false,
  'operator-logged-out': false,
  'login-refused': false,
  'grant-issued': false,
  'token-issued': false,
  'pipeline-token-issued': false,
  'token-revoked': false,
};

type Recorded<Action extends JournalRecord['action']> = Extract<JournalRecord, { action: Action }>;

function follow(state: RegistryState, record: JournalRecord): RegistryState {
  switch (record.action) {
    case 'version-published':
      return publish(state, record);
    case 'version-annotated': {
      const { name, version, ...annotation } = record.payload;
      return changeVersion(state, { name, version }, { annotation });
    }
    case 'version-retired':
      return changeVersion(state, record.payload, { retiredAt: record.at });
    case 'policy-set':
      return setPolicy(state, record);
    case 'screen-declared':
      return declare(state, record);
    case 'pin-set':
      return pin(state, record, record.payload.version);
    case 'pin-removed':
      return pin(state, record, null);
    case 'screen-left-out':
    case 'screen-taken-in':
      return leaveOut(state, record);
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
    case 'pipeline-token-issued':
      return issuePipelineToken(state, record);
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
  const declaration = state.declared.get(`${release.name}@${release.version}`);
  const published: PublishedVersion = {
    ...{ release, pinned: pinnedRemote(release, declaration), publishedAt, actor },
    ...{ annotation: { private: {} }, retiredAt: undefined },
  };
  const versions = new Map(state.versions).set(release.name, new Map(earlier).set(release.version, published));
  return { ...state, versions };
}

function changeVersion(
  state: RegistryState,
  { name, version }: { name: string; version: string },
  change: Partial<PublishedVersion>,
): RegistryState {
  const published = state.versions.get(name)?.get(version);
  if (!published) return state;
  const ofRemote = new Map(state.versions.get(name)).set(version, { ...published, ...change });
  return { ...state, versions: new Map(state.versions).set(name, ofRemote) };
}

function setPolicy(state: RegistryState, { payload: { name, policy } }: Recorded<'policy-set'>): RegistryState {
  const policies = new Map(state.policies);
  if (policy) policies.set(name, policy);
  else policies.delete(name);
  return { ...state, policies };
}

/** Before its version, or after it where that was published without. */
function declare(state: RegistryState, { payload: { name, version, declaration } }: Recorded<'screen-declared'>): RegistryState {
  const declared = new Map(state.declared).set(`${name}@${version}`, declaration);
  const ofRemote = state.versions.get(name);
  const published = ofRemote?.get(version);
  if (!published) return { ...state, declared };
  const versions = new Map(ofRemote).set(version, { ...published, pinned: pinnedRemote(published.release, declaration) });
  return { ...state, declared, versions: new Map(state.versions).set(name, versions) };
}

function leaveOut(state: RegistryState, { action, payload, seq, at }: Recorded<'screen-left-out' | 'screen-taken-in'>): RegistryState {
  const { museumId, name } = payload;
  const ofMuseum = new Map(state.leftOut.get(museumId)).set(name, { isLeftOut: action === 'screen-left-out', seq, at });
  return { ...state, pins: withMuseum(state.pins, museumId), leftOut: new Map(state.leftOut).set(museumId, ofMuseum) };
}

function pin(state: RegistryState, record: Recorded<'pin-set' | 'pin-removed'>, to: string | null): RegistryState {
  const { payload, seq, at, actor } = record;
  const { museumId, name } = payload;
  return { ...state, pins: withVersions(state.pins, museumId, [{ name, to }], { seq, at, actor }) };
}

function startRollout(state: RegistryState, { payload, seq, at }: Recorded<'rollout-started'>): RegistryState {
  return withRollout(state, { ...payload, startedAt: at, seq, at, halted: undefined });
}

function changeRollout(
  state: RegistryState,
  { payload, seq, at }: Recorded<'rollout-changed' | 'rollout-halted'>,
  change: Partial<Rollout>,
): RegistryState {
  const rollout = state.rollouts.get(payload.museumId)?.get(payload.id);
  return rollout ? withRollout(state, { ...rollout, ...change, seq, at }) : state;
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
  return { ...state, failed: [...state.failed, { museumId, name, version, seq, at }] };
}

function rollBack(state: RegistryState, record: Recorded<'rolled-back'>): RegistryState {
  const { museumId, toSequence, pins } = record.payload;
  const { seq, at, actor } = record;
  const changes = comparePins(pinnedVersions(state.pins.get(museumId)), new Map(Object.entries(pins)));
  const halted = runningRollouts(state.rollouts, museumId).map((rollout) => ({ ...rollout, halted: 'rolled-back' as const, seq, at }));
  return {
    ...state,
    pins: withVersions(state.pins, museumId, changes, { seq, at, actor, backTo: toSequence }),
    rollouts: withRollouts(state.rollouts, museumId, halted),
  };
}

function issueGrant(state: RegistryState, record: Recorded<'grant-issued'>): RegistryState {
  const { minutes, ...what } = record.payload;
  const issuedAt = Date.parse(record.at);
  const grant: Grant = { ...what, issuedAt, expiresAt: issuedAt + minutes * 60_000 };
  // Grants that ended long ago are dropped, so that they do not pile up in memory.
  const recent = [...state.grants].filter(([, { expiresAt }]) => expiresAt > issuedAt - restMs);
  return { ...state, grants: new Map(recent).set(grant.id, grant) };
}

function issueToken(state: RegistryState, record: Recorded<'token-issued'>): RegistryState {
  const { payload, at: issuedAt, actor: issuedBy } = record;
  const { hash, days, ...token } = payload;
  const expiresAt = after(issuedAt, days * 86_400_000);
  return withToken(state, { ...token, issuedAt, issuedBy, expiresAt, hash: Buffer.from(hash, 'hex') });
}

function issuePipelineToken(
  state: RegistryState,
  { payload, at: issuedAt, actor: issuedBy }: Recorded<'pipeline-token-issued'>,
): RegistryState {
  const { id, name, minutes, hash } = payload;
  const may = { name: `ci-${name}`, actions: ['publish' as const], remotes: [name], museums: ['*'] };
  return withToken(state, { id, ...may, issuedAt, issuedBy, expiresAt: after(issuedAt, minutes * 60_000), hash: Buffer.from(hash, 'hex') });
}

const after = (at: string, durationMs: number) => new Date(Date.parse(at) + durationMs).toISOString();

/** Expired tokens are dropped, so that they do not pile up in memory. */
function withToken(state: RegistryState, token: IssuedToken): RegistryState {
  const alive = [...state.tokens].filter(([, { expiresAt }]) => expiresAt > token.issuedAt);
  return { ...state, tokens: new Map(alive).set(token.id, token) };
}

function revokeToken(state: RegistryState, record: Recorded<'token-revoked'>): RegistryState {
  const tokens = new Map(state.tokens);
  tokens.delete(record.payload.id);
  return { ...state, tokens };
}
