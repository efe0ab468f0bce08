import { museumKeySchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { retiredSchema } from '@enfilade/shared-contracts/api/version-schemas';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import { findRelease, reasonToKeep } from '../state/check-changes.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import { hasFailed, type PublishedVersion, type RegistryState } from '../state/registry-state.ts';
import { pinnedRemote, type Release, type StoredFiles } from '../state/releases.ts';
import { readPositionals, readRelease } from './arguments.ts';
import { checkedBefore, defineAction, defineRecord, text, versionsByRemote } from './define-action.ts';

const release = { name: text, version: text };

function changeVersion(state: RegistryState, at: { name: string; version: string }, change: Partial<PublishedVersion>): RegistryState {
  const ofRemote = state.versions.get(at.name);
  const published = ofRemote?.get(at.version);
  if (!published) return state;
  const versions = new Map(ofRemote).set(at.version, { ...published, ...change });
  return { ...state, versions: new Map(state.versions).set(at.name, versions) };
}

/** Recorded after the files are stored. */
export const versionPublished = defineRecord({
  name: 'version-published',
  payload: z.object({
    ...release,
    contract: text,
    stock: z.optional(z.object({ container: text, entry: text })),
    shared: versionsByRemote,
    initial: z.array(text),
    files: checkedBefore<StoredFiles>(),
    declaration: checkedBefore<Declaration>(),
  }),
  change(state, payload, { at: publishedAt, actor }) {
    const { name, version } = payload;
    const published: PublishedVersion = {
      release: payload as Release,
      pinned: pinnedRemote(payload as Release),
      ...{ publishedAt, actor, annotation: { private: {} }, retiredAt: undefined },
    };
    const versions = new Map(state.versions.get(name)).set(version, published);
    return { ...state, versions: new Map(state.versions).set(name, versions) };
  },
  sentence: ({ name, version }) => ({
    en: `published ${name} ${version}`,
    de: `${name} ${version} veröffentlicht`,
    fr: `${name} ${version} publié`,
  }),
});

export const versionAnnotated = defineRecord({
  name: 'version-annotated',
  payload: z.object({ ...release, private: checkedBefore<StoredFiles>(), note: z.optional(text), author: z.optional(text) }),
  change: (state, { name, version, ...annotation }) => changeVersion(state, { name, version }, { annotation }),
  sentence: ({ name, version }) => ({
    en: `added note, author or private files of ${name} ${version}`,
    de: `Angaben zu ${name} ${version} ergänzt`,
    fr: `a complété ce qui est connu de ${name} ${version}`,
  }),
});

/** The number of a retired version cannot be published again. */
export const retire = defineAction({
  route: 'DELETE /remotes/:name/versions/:version',
  request: z.strictObject({ name: remoteNameSchema, version: remoteVersionSchema }),
  scope: 'publish',
  // Any museum could roll back to the version.
  touches: ({ name }) => ({ remotes: [name], museums: ['*'] }),
  record: defineRecord({
    name: 'version-retired',
    payload: z.object(release),
    change: (state, at, { at: retiredAt }) => changeVersion(state, at, { retiredAt }),
    sentence: ({ name, version }) => ({
      en: `retired ${name} ${version}`,
      de: `${name} ${version} zurückgezogen`,
      fr: `a retiré ${name} ${version}`,
    }),
  }),
  decide(state, { name, version }, { now }) {
    findRelease(state, name, version);
    if (state.versions.get(name)?.get(version)?.retiredAt !== undefined) return undefined;
    const reason = reasonToKeep(state, { name, version }, now);
    if (reason !== undefined) throw new PublishRefusedError(`${name} ${version} ${reason}.`);
    return { name, version };
  },
  answer({ after, request: { name, version } }) {
    return { name, version, retiredAt: after.versions.get(name)?.get(version)?.retiredAt ?? '' };
  },
  response: retiredSchema,
  command: {
    name: 'retire',
    usage: 'NAME@VERSION',
    help: 'deletes the files of a version that is not pinned, rolled out or granted, and that nobody used for 30 days',
    options: {},
    read: (given) => readRelease(readPositionals(given, 'one release such as visit@1.8.0')[0] ?? ''),
    say: ({ name, version }) => `${name} ${version} is retired: its files are deleted and no longer served.`,
  },
});

/** The site itself records that every visit with the version at the museum, or at the default, failed. */
export const markFailed = defineAction({
  request: z.strictObject({ museumId: museumKeySchema, name: remoteNameSchema, version: remoteVersionSchema, visits: z.int() }),
  scope: 'rollout',
  record: defineRecord({
    name: 'version-failed',
    payload: z.object({ museumId: text, name: text, version: text, visits: z.number() }),
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
