import { museumKeySchema, type PinResult, pinResultSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import { checkClashes } from '../choosing/check-composition.ts';
import { selectReleaseSet } from '../choosing/choose-versions.ts';
import { checkServable } from '../state/check-changes.ts';
import { StaleError, UnknownReleaseError } from '../state/registry-error.ts';
import { localBuildActor, nameMuseum, ownPin, pinActor, type RegistryState, withVersions } from '../state/registry-state.ts';
import {
  type Arguments,
  forMuseum,
  museumOrAllOptions,
  readMuseumKey,
  readOneRemote,
  readOptionalText,
  readPositionals,
  readRelease,
  readVersion,
} from './arguments.ts';
import { defineAction, defineRecord, text } from './define-action.ts';

/** The version that the museum itself must pin, or `none`; otherwise nothing changes. */
const expectOption = { expect: { type: 'string' } } as const;
const target = { museumId: museumKeySchema, name: remoteNameSchema };
/** The museum's own pin that the caller expects, null for no pin. If `expected` is missing, any pin is replaced. */
const expected = { expected: z.optional(z.nullable(remoteVersionSchema)) };

/** Compares and swaps the museum's own pin. */
export const pin = defineAction({
  route: 'PUT /museums/:museumId/pins/:name',
  request: z.strictObject({ ...target, version: remoteVersionSchema, ...expected }),
  scope: 'pin',
  needsMuseum: true,
  record: defineRecord({
    name: 'pin-set',
    payload: z.object({ museumId: text, name: text, version: text, previous: z.nullish(text) }),
    change: (state, { museumId, name, version }, stamp) => ({
      ...state,
      pins: withVersions(state.pins, museumId, [{ name, to: version }], stamp),
    }),
    sentence: ({ name, version, previous }) => ({
      en: `pinned ${name} ${version}${previous ? ` instead of ${previous}` : ''}`,
      de: `${name} ${version}${previous ? ` statt ${previous}` : ''} fixiert`,
      fr: `${name} ${version} fixé${previous ? ` au lieu de ${previous}` : ''}`,
    }),
  }),
  decide(state, request, { actor }) {
    const { museumId, name, version } = request;
    checkServable(state, { museumId, name, version });
    const previous = checkExpected(state, request);
    checkClashes(state, museumId, new Map([[name, version]]));
    // A start replaces pins of earlier starts. If a person pins the same version, the record keeps later starts from replacing the pin.
    const isDone = previous === version && (actor === localBuildActor || pinActor(state, museumId, name) !== localBuildActor);
    return isDone ? undefined : { museumId, name, version, previous };
  },
  answer: ({ after, request }) => pinResult(after, request),
  response: pinResultSchema,
  command: {
    name: 'pin',
    usage: 'NAME@VERSION --museum ID|--all [--expect VERSION|none]',
    help: 'pins a version for a museum, or for every museum without a pin of its own',
    options: { ...museumOrAllOptions, ...expectOption },
    read(given) {
      const [release = ''] = readPositionals(given, 'one release such as visit@1.8.1');
      return { ...readRelease(release), museumId: readMuseumKey(given), ...readExpected(given) };
    },
    say: ({ museumId, name, version, sequence }) => `${name} ${version} is pinned ${forMuseum(museumId)}: set ${sequence}.`,
  },
});

export const unpin = defineAction({
  route: 'DELETE /museums/:museumId/pins/:name',
  request: z.strictObject({ ...target, ...expected }),
  scope: 'pin',
  record: defineRecord({
    name: 'pin-removed',
    payload: z.object({ museumId: text, name: text, previous: z.nullish(text) }),
    change: (state, { museumId, name }, stamp) => ({ ...state, pins: withVersions(state.pins, museumId, [{ name, to: null }], stamp) }),
    sentence: ({ name, previous = '' }) => ({
      en: `removed the pin of ${name} ${previous}`,
      de: `Fixierung von ${name} ${previous} gelöst`,
      fr: `${name} ${previous} libéré`,
    }),
  }),
  decide(state, request) {
    const { museumId, name } = request;
    const previous = checkExpected(state, request);
    if (previous === null) throw new UnknownReleaseError(`${nameMuseum(museumId)} has no pin of ${name}; there is nothing to remove.`);
    const next = museumId === '*' ? null : ownPin(state, '*', name);
    if (next !== null) checkClashes(state, museumId, new Map([[name, next]]));
    return { museumId, name, previous };
  },
  answer: ({ after, request }) => pinResult(after, request),
  response: pinResultSchema,
  command: {
    name: 'unpin',
    usage: 'NAME --museum ID|--all [--expect VERSION|none]',
    help: 'removes the pin, so that the museum follows the default version',
    options: { ...museumOrAllOptions, ...expectOption },
    read: (given) => ({ ...readOneRemote(given), museumId: readMuseumKey(given), ...readExpected(given) }),
    say: ({ museumId, name, sequence }) => `${name} is no longer pinned ${forMuseum(museumId)}: set ${sequence}.`,
  },
});

function readExpected(given: Arguments): { expected?: string | null } {
  const wanted = readOptionalText(given, 'expect');
  if (wanted === undefined) return {};
  return { expected: wanted === 'none' ? null : readVersion(wanted) };
}

interface Expecting {
  museumId: string;
  name: string;
  expected?: string | null | undefined;
}

function checkExpected(state: RegistryState, { museumId, name, expected: wanted }: Expecting): string | null {
  const current = ownPin(state, museumId, name);
  if (wanted === undefined || current === wanted) return current;
  throw new StaleError(
    `${nameMuseum(museumId)} pins ${current ?? 'no version'} of ${name}, but the request expected ${wanted ?? 'no version'}; repeat the request with the current pin.`,
  );
}

export function pinResult(state: RegistryState, { museumId, name }: Omit<Expecting, 'expected'>): PinResult {
  return { museumId, name, version: ownPin(state, museumId, name), sequence: selectReleaseSet(state, museumId).sequence };
}
