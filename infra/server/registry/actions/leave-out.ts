import { museumKeySchema, pinResultSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { remoteNameSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import { checkClashes, checkStillShown } from '../choosing/check-composition.ts';
import { declarationOf } from '../state/check-changes.ts';
import { PublishRefusedError, UnknownReleaseError } from '../state/registry-error.ts';
import { leftOutBy, nameMuseum, ownPin, type RegistryState, withMuseum } from '../state/registry-state.ts';
import { type Arguments, forMuseum, museumOrAllOptions, readMuseumKey, readOneRemote } from './arguments.ts';
import { defineAction, defineRecord, type Stamp, text } from './define-action.ts';
import { pinResult } from './pin.ts';

const request = z.strictObject({ museumId: museumKeySchema, name: remoteNameSchema });
const readScreen = (given: Arguments) => ({ ...readOneRemote(given), museumId: readMuseumKey(given) });
const payload = z.object({ museumId: text, name: text });
type Payload = z.infer<typeof payload>;

const remember = (state: RegistryState, { museumId, name }: Payload, { seq, at }: Stamp, isLeftOut: boolean): RegistryState => ({
  ...state,
  pins: withMuseum(state.pins, museumId),
  leftOut: new Map(state.leftOut).set(museumId, new Map(state.leftOut.get(museumId)).set(name, { isLeftOut, seq, at })),
});

/** With or without a pin, until the screen is taken in again. */
export const leaveOut = defineAction({
  route: 'PUT /museums/:museumId/left-out/:name',
  request,
  scope: 'pin',
  needsMuseum: true,
  record: defineRecord({
    name: 'screen-left-out',
    payload,
    change: (state, given, stamp) => remember(state, given, stamp, true),
    sentence: ({ name }) => ({ en: `left ${name} out`, de: `${name} weggelassen`, fr: `${name} écarté` }),
  }),
  decide(state, { museumId, name }, { visitors }) {
    if (!state.versions.has(name))
      throw new UnknownReleaseError(`No version of ${name} was ever published; publish a version first, or name another remote.`);
    if (leftOutBy(state, museumId).has(name)) return undefined;
    const version = ownPin(state, museumId, name) ?? ownPin(state, '*', name);
    if (version !== null && declarationOf(state, name, version)?.audience === 'operators')
      throw new PublishRefusedError(`${name} is for operators, not for visitors; pin another version of the screen instead.`);
    checkStillShown(state, museumId, name, visitors);
    return { museumId, name };
  },
  answer: ({ after, request: asked }) => pinResult(after, asked),
  response: pinResultSchema,
  command: {
    name: 'leave-out',
    usage: 'NAME --museum ID|--all',
    help: 'disables a screen for a museum, with its routes and links',
    options: museumOrAllOptions,
    read: readScreen,
    say: ({ museumId, name, sequence }) => `${name} is left out ${forMuseum(museumId)}: set ${sequence}.`,
  },
});

export const takeIn = defineAction({
  route: 'DELETE /museums/:museumId/left-out/:name',
  request,
  scope: 'pin',
  record: defineRecord({
    name: 'screen-taken-in',
    payload,
    change: (state, given, stamp) => remember(state, given, stamp, false),
    sentence: ({ name }) => ({ en: `took ${name} in again`, de: `${name} wieder aufgenommen`, fr: `${name} repris` }),
  }),
  decide(state, { museumId, name }) {
    if (!leftOutBy(state, museumId).has(name))
      throw new UnknownReleaseError(`${nameMuseum(museumId)} does not leave ${name} out; there is nothing to take in.`);
    const version = ownPin(state, museumId, name) ?? ownPin(state, '*', name);
    const others = [...(state.leftOut.get(museumId) ?? [])].filter(([other]) => other !== name);
    const leftOut = new Map(state.leftOut).set(museumId, new Map(others));
    if (version !== null) checkClashes({ ...state, leftOut }, museumId, new Map([[name, version]]));
    return { museumId, name };
  },
  answer: ({ after, request: asked }) => pinResult(after, asked),
  response: pinResultSchema,
  command: {
    name: 'take-in',
    usage: 'NAME --museum ID|--all',
    help: 'enables the screen again',
    options: museumOrAllOptions,
    read: readScreen,
    say: ({ museumId, name, sequence }) => `${name} is taken in again ${forMuseum(museumId)}: set ${sequence}.`,
  },
});
