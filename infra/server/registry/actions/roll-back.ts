import { type MuseumKey, museumKeySchema, rollbackResultSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { z } from 'zod';
import { checkClashes } from '../choosing/check-composition.ts';
import { selectReleaseSet } from '../choosing/choose-versions.ts';
import { checkServable, planRollback, type RollbackPlan } from '../state/check-changes.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import {
  comparePins,
  nameMuseum,
  pinnedVersions,
  type RegistryState,
  runningRollouts,
  withRollouts,
  withVersions,
} from '../state/registry-state.ts';
import { forMuseum, museumOrAllOptions, readMuseumKey, readNumber, readPositionals, UsageError } from './arguments.ts';
import { defineAction, defineRecord, text, versionsByRemote } from './define-action.ts';

/** Restores the museum's own pins of an earlier sequence, and ends its rollouts. The default is unchanged. `preview` records nothing. */
export const rollBack = defineAction({
  route: 'POST /museums/:museumId/rollback',
  request: z.strictObject({ museumId: museumKeySchema, toSequence: z.int().nonnegative(), preview: z.optional(z.boolean()) }),
  scope: 'rollback',
  // A rollback changes every remote that was changed since that sequence.
  touches: ({ museumId }) => ({ remotes: ['*'], museums: [museumId] }),
  record: defineRecord({
    name: 'rolled-back',
    payload: z.object({ museumId: text, toSequence: z.number(), pins: versionsByRemote }),
    touches: ({ museumId }) => ({ remotes: ['*'], museums: [museumId] }),
    change(state, { museumId, toSequence, pins }, stamp) {
      const changes = comparePins(pinnedVersions(state.pins.get(museumId)), new Map(Object.entries(pins)));
      const running = runningRollouts(state.rollouts, museumId);
      const halted = running.map((rollout) => ({ ...rollout, halted: 'rolled-back' as const, seq: stamp.seq, at: stamp.at }));
      return {
        ...state,
        pins: withVersions(state.pins, museumId, changes, { ...stamp, backTo: toSequence }),
        rollouts: withRollouts(state.rollouts, museumId, halted),
      };
    },
    sentence: ({ toSequence }) => ({
      en: `rolled back to ${toSequence}`,
      de: `zu ${toSequence} zurückgekehrt`,
      fr: `retour à ${toSequence}`,
    }),
  }),
  decide(state, { museumId, toSequence, preview }) {
    const { pins } = checkRollback(state, museumId, toSequence);
    return preview ? undefined : { museumId, toSequence, pins };
  },
  answer({ before, after, request: { museumId, toSequence, preview } }) {
    const { changes, halts } = planRollback(before, museumId, toSequence);
    const { sequence } = selectReleaseSet(after, museumId);
    return { museumId, toSequence, sequence, changes, halted: halts.map(({ id }) => id), ...(preview && { preview }) };
  },
  response: z.strictObject({ ...rollbackResultSchema.shape, preview: z.optional(z.boolean()) }),
  command: {
    name: 'rollback',
    usage: '--museum ID|--all --to SEQUENCE',
    help: 'restores the pins of an earlier set, and ends the rollouts of the museum; set and pin print the SEQUENCE of a set',
    options: { ...museumOrAllOptions, to: { type: 'string' } },
    read(given) {
      readPositionals(given);
      const museumId = readMuseumKey(given);
      if (given.values['to'] === undefined)
        throw new UsageError('--to must be given: the number of the set to go back to, as set and every pin print it');
      return { museumId, toSequence: readNumber(given, 'to', { least: 0, most: Number.MAX_SAFE_INTEGER }) };
    },
    say: ({ museumId, toSequence, sequence, changes, halted }) =>
      [
        `What was pinned at ${toSequence} is pinned again ${forMuseum(museumId)}: set ${sequence}.`,
        ...changes.map(({ name, from, to }) => `${name}: ${to ?? 'no pin'} instead of ${from ?? 'no pin'}`),
        ...halted.map((id) => `Rollout ${id} is halted`),
      ].join('\n'),
  },
});

/** @throws PublishRefusedError if the rollback changes nothing or restores a version that cannot be served */
function checkRollback(state: RegistryState, museumId: MuseumKey, toSequence: number): RollbackPlan {
  const { sequence } = selectReleaseSet(state, museumId);
  if (toSequence >= sequence) throw new PublishRefusedError(`${nameMuseum(museumId)} is at ${sequence} now; name an earlier sequence.`);
  const plan = planRollback(state, museumId, toSequence);
  for (const { name, to } of plan.changes) if (to !== null) checkServable(state, { museumId, name, version: to });
  const pinned = plan.changes.flatMap(({ name, to }): [string, string][] => (to === null ? [] : [[name, to]]));
  checkClashes(withoutPins(state, museumId, plan), museumId, new Map(pinned));
  return plan;
}

/** Remotes whose pins the rollback removes cannot clash. */
const withoutPins = (state: RegistryState, museumId: MuseumKey, { changes }: RollbackPlan): RegistryState => {
  const pins = new Map(state.pins.get(museumId));
  for (const { name, to } of changes) if (to === null) pins.delete(name);
  return { ...state, pins: new Map(state.pins).set(museumId, pins) };
};
