import {
  type HaltCause,
  type MuseumKey,
  museumKeySchema,
  percentSchema,
  type RolloutResult,
  rolloutResultSchema,
  stepsSchema,
  versionSetSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { z } from 'zod';
import { checkClashes } from '../choosing/check-composition.ts';
import { selectReleaseSet } from '../choosing/choose-versions.ts';
import { checkRolloutStart, checkServable, findRunningRollout } from '../state/check-changes.ts';
import { haltReasons, type RegistryState, type Rollout, withMuseum, withRollouts } from '../state/registry-state.ts';
import { summarizeRollouts } from '../state/summaries.ts';
import { museumOrAllOptions, nameReleases, readMuseumKey, readPositionals, readRolloutId } from './arguments.ts';
import { checkedBefore, defineAction, defineRecord, type Stamp, text, versionsByRemote } from './define-action.ts';

const place = { museumId: museumKeySchema };
const target = { ...place, id: z.uuid() };
const recorded = { museumId: text, id: text };
type Recorded = { museumId: string; id: string };

const findRollout = (state: RegistryState, { museumId = '', id = '' }: Partial<Recorded>) => state.rollouts.get(museumId)?.get(id);

/** A caller needs the right for each remote of the rollout. */
const touchesWhole = (at: Partial<Recorded>, state: RegistryState) => ({
  museums: [at.museumId],
  remotes: Object.keys(findRollout(state, at)?.versions ?? {}),
});
const touchedBy = (at: Recorded, state: RegistryState) => ({
  museums: [at.museumId],
  remotes: Object.keys(findRollout(state, at)?.versions ?? { '*': '' }),
});

const withRollout = (state: RegistryState, rollout: Rollout): RegistryState => ({
  ...state,
  pins: withMuseum(state.pins, rollout.museumId),
  rollouts: withRollouts(state.rollouts, rollout.museumId, [rollout]),
});

function changeRunning(state: RegistryState, at: Recorded, { seq, at: time }: Stamp, change: Partial<Rollout>): RegistryState {
  const rollout = findRollout(state, at);
  return rollout ? withRollout(state, { ...rollout, ...change, seq, at: time }) : state;
}

const versionsWithShare = { ...place, versions: versionSetSchema };

/** The versions were tested together. If `steps` is given, the share starts at the first step and grows by itself. */
export const startRollout = defineAction({
  route: 'POST /museums/:museumId/rollouts',
  status: 201,
  request: z.union([
    z.strictObject({ ...versionsWithShare, percent: percentSchema }),
    z.strictObject({ ...versionsWithShare, steps: stepsSchema }),
  ]),
  scope: 'rollout',
  touches: ({ museumId, versions }) => ({ museums: [museumId], remotes: Object.keys(versions ?? {}) }),
  needsMuseum: true,
  record: defineRecord({
    name: 'rollout-started',
    payload: z.object({ ...recorded, versions: versionsByRemote, percent: z.number(), steps: z.optional(z.array(z.number())) }),
    touches: ({ museumId, versions }) => ({ museums: [museumId], remotes: Object.keys(versions) }),
    change: (state, payload, { seq, at }) => withRollout(state, { ...payload, startedAt: at, seq, at, halted: null }),
    sentence({ versions, percent, steps }) {
      const of = nameReleases(versions);
      const shares = steps?.join(', ');
      return {
        en: `started a rollout of ${of} ${shares ? `in steps of ${shares} % of the visitors` : `for ${percent} % of the visitors`}`,
        de: `Erprobung von ${of} ${shares ? `in Schritten von ${shares} %` : `mit ${percent} %`} der Besucher begonnen`,
        fr: `déploiement de ${of} commencé ${shares ? `par étapes de ${shares} % des visiteurs` : `pour ${percent} % des visiteurs`}`,
      };
    },
  }),
  decide(state, request, { newId }) {
    const id = newId();
    const { museumId, versions } = request;
    for (const [name, version] of Object.entries(versions)) checkServable(state, { museumId, name, version });
    checkRolloutStart(state, museumId, versions);
    checkClashes(state, museumId, new Map(Object.entries(versions)));
    return 'steps' in request
      ? { museumId, id, versions, percent: request.steps[0] ?? 0, steps: request.steps }
      : { museumId, id, versions, percent: request.percent };
  },
  answer: ({ after, request: { museumId }, context: { newId } }) => rolloutResult(after, { museumId, id: newId() }),
  response: rolloutResultSchema,
  command: 'rollout',
});

/** If `from` is given, nothing changes unless the current share is `from`. */
export const changeRollout = defineAction({
  route: 'PATCH /museums/:museumId/rollouts/:id',
  request: z.strictObject({ ...target, percent: percentSchema, from: z.optional(percentSchema) }),
  scope: 'rollout',
  touches: touchesWhole,
  record: defineRecord({
    name: 'rollout-changed',
    payload: z.object({ ...recorded, percent: z.number() }),
    touches: touchedBy,
    change: (state, { percent, ...at }, stamp) => changeRunning(state, at, stamp, { percent }),
    sentence: ({ percent }) => ({
      en: `gave a rollout to ${percent} % of the visitors`,
      de: `Erprobung auf ${percent} % der Besucher gestellt`,
      fr: `déploiement porté à ${percent} % des visiteurs`,
    }),
  }),
  decide(state, { museumId, id, percent, from }) {
    const { percent: current } = findRunningRollout(state, { museumId, id });
    return current === percent || (from !== undefined && current !== from) ? undefined : { museumId, id, percent };
  },
  answer: ({ after, request }) => rolloutResult(after, request),
  response: rolloutResultSchema,
  command: 'rollout ID',
});

const rolloutHalted = defineRecord({
  name: 'rollout-halted',
  payload: z.object({ ...recorded, reason: z.enum(haltReasons).catch('operator'), cause: z.optional(checkedBefore<HaltCause>()) }),
  touches: touchedBy,
  change: (state, { reason, cause, ...at }, stamp) => changeRunning(state, at, stamp, { halted: reason, cause }),
  sentence({ reason }) {
    if (reason === 'failures')
      return {
        en: 'a rollout was halted because it failed too often',
        de: 'Erprobung angehalten, weil zu viel fehlschlug',
        fr: 'déploiement arrêté, car il échouait trop souvent',
      };
    if (reason === 'slower')
      return {
        en: 'a rollout was halted because visitors had to wait longer',
        de: 'Erprobung angehalten, weil Besucher länger warten mussten',
        fr: 'déploiement arrêté, car les visiteurs devaient attendre plus longtemps',
      };
    return { en: 'halted a rollout', de: 'Erprobung angehalten', fr: 'déploiement arrêté' };
  },
});

export const halt = defineAction({
  route: 'PATCH /museums/:museumId/rollouts/:id',
  request: z.strictObject({ ...target, halt: z.literal(true) }),
  scope: 'rollout',
  touches: touchesWhole,
  record: rolloutHalted,
  decide(state, { museumId, id }) {
    findRunningRollout(state, { museumId, id });
    return { museumId, id, reason: 'operator' as const };
  },
  answer: ({ after, request }) => rolloutResult(after, request),
  response: rolloutResultSchema,
  command: {
    name: 'halt',
    usage: 'ID --museum ID|--all',
    help: 'ends a rollout',
    options: museumOrAllOptions,
    read(given) {
      const id = readRolloutId(...readPositionals(given, 'the id of one rollout'));
      return { museumId: readMuseumKey(given), id, halt: true as const };
    },
    say: ({ id, versions, sequence }) => `Rollout ${id} of ${nameReleases(versions)} is halted: set ${sequence}.`,
  },
});

export const haltRollout = defineAction({
  request: z.strictObject({ ...target, reason: z.enum(haltReasons), cause: z.optional(checkedBefore<HaltCause>()) }),
  scope: 'rollout',
  record: rolloutHalted,
  decide(state, { museumId, id, reason, cause }) {
    findRunningRollout(state, { museumId, id });
    return { museumId, id, reason, ...(cause && { cause }) };
  },
  answer: ({ after, request }) => rolloutResult(after, request),
});

function rolloutResult(state: RegistryState, { museumId, id }: { museumId: MuseumKey; id: string }): RolloutResult {
  const rollout = summarizeRollouts(state, museumId).find((each) => each.id === id);
  if (!rollout) throw new Error(`Rollout ${id} was recorded, but the registry's state does not contain rollout ${id}.`);
  const { sequence, remotes } = selectReleaseSet(state, museumId);
  const unpinned = Object.keys(rollout.versions).filter((name) => !Object.hasOwn(remotes, name));
  return { ...rollout, sequence, ...(rollout.halted === null && unpinned.length > 0 && { unpinned }) };
}
