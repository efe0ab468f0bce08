import { issuedGrantSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import { checkClashes } from '../choosing/check-composition.ts';
import { checkServable, restMs } from '../state/check-changes.ts';
import type { Grant } from '../state/registry-state.ts';
import { defineAction, defineRecord, text } from './define-action.ts';

/** Shows one version at one museum to everybody with the link. */
export const issueGrant = defineAction({
  route: 'POST /grants',
  status: 201,
  request: z.strictObject({
    remote: remoteNameSchema,
    version: remoteVersionSchema,
    museumId: entityIdSchema,
    minutes: z.int().min(1).max(1_440),
  }),
  scope: 'grant',
  touches: ({ remote, museumId }) => ({ remotes: [remote], museums: [museumId] }),
  needsMuseum: true,
  record: defineRecord({
    name: 'grant-issued',
    payload: z.object({ id: text, remote: text, version: text, museumId: text, minutes: z.number() }),
    touches: ({ remote, museumId }) => ({ remotes: [remote], museums: [museumId] }),
    change(state, { minutes, ...what }, { at }) {
      const issuedAt = Date.parse(at);
      const grant: Grant = { ...what, issuedAt, expiresAt: issuedAt + minutes * 60_000 };
      // Drops grants that ended long ago, so that the memory does not grow.
      const recent = [...state.grants].filter(([, { expiresAt }]) => expiresAt > issuedAt - restMs);
      return { ...state, grants: new Map(recent).set(grant.id, grant) };
    },
    sentence: ({ remote, version, minutes }) => ({
      en: `made a preview link for ${remote} ${version}, ${minutes} minutes long`,
      de: `Link zur Vorschau von ${remote} ${version} erstellt, ${minutes} Minuten lang`,
      fr: `lien d’aperçu de ${remote} ${version} créé pour ${minutes} minutes`,
    }),
  }),
  decide(state, { remote, version, museumId, minutes }, { newId }) {
    checkServable(state, { museumId, name: remote, version });
    checkClashes(state, museumId, new Map([[remote, version]]));
    return { id: newId(), remote, version, museumId, minutes };
  },
  answer({ after, context: { newId } }) {
    const grant = newId();
    return { grant, expiresAt: new Date(after.grants.get(grant)?.expiresAt ?? 0).toISOString() };
  },
  response: issuedGrantSchema,
  command: 'grant',
});
