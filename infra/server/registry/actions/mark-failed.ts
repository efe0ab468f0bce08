import { museumKeySchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import { findRelease } from '../state/check-changes.ts';
import { hasFailed } from '../state/registry-state.ts';
import { defineAction, defineRecord, text, touchesOne } from './define-action.ts';

/** By the site itself: every visit that got the version from that museum, or from the default, failed. */
export const markFailed = defineAction({
  request: z.strictObject({ museumId: museumKeySchema, name: remoteNameSchema, version: remoteVersionSchema, visits: z.int() }),
  scope: 'rollout',
  record: defineRecord({
    name: 'version-failed',
    payload: z.object({ museumId: text, name: text, version: text, visits: z.number() }),
    changesSets: true,
    touches: touchesOne,
    change: (state, { museumId, name, version }, { seq, at }) => ({
      ...state,
      failed: [...state.failed, { museumId, name, version, seq, at }],
    }),
    sentence: ({ name, version, visits }) => ({
      en: `${name} ${version} failed for each of ${visits} visits`,
      de: `${name} ${version} ist bei jedem von ${visits} Besuchen fehlgeschlagen`,
      fr: `${name} ${version} a échoué lors de chacune des ${visits} visites`,
    }),
  }),
  decide(state, { museumId, name, version, visits }) {
    findRelease(state, name, version);
    return hasFailed(state, museumId, name, version) ? undefined : { museumId, name, version, visits };
  },
  answer: () => ({}),
});
