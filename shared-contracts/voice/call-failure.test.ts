import type { DailyCameraErrorType, DailyFatalErrorType } from '@daily-co/daily-js';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll, itHolds } from '../kit/testing/for-all.ts';
import { pickCallFailure, readDailyError } from './call-failure.ts';
import type { FailureCategory } from './failure.ts';

/** daily-js emits the error, and the SDK forwards it in its own forms. */
const shapesOf = (event: Record<string, unknown>, type: string) => [
  event,
  { type, error: { message: event['error'], ...event }, timestamp: '2026-05-01T10:00:00.000Z' },
];

const fatal = (type: string) => ({ action: 'error', callClientId: '1', errorMsg: 'It broke.', error: { type, msg: 'It broke.' } });

interface CameraError {
  type: string;
  [detail: string]: unknown;
}

const camera = (error: CameraError, ok: { audioOk?: boolean; videoOk?: boolean } = {}) => ({
  action: 'camera-error',
  callClientId: '1',
  errorMsg: { errorMsg: 'It broke.', ...ok },
  error: { msg: 'It broke.', ...error },
});

/** A new kind in daily-js's types makes this table fail to compile. */
const fatalKinds: Record<DailyFatalErrorType, FailureCategory> = {
  'connection-error': 'network',
  'end-of-life': 'refused',
  ejected: 'ended',
  'exp-room': 'ended',
  'exp-token': 'refused',
  'meeting-full': 'refused',
  'nbf-room': 'refused',
  'nbf-token': 'refused',
  'not-allowed': 'refused',
  'no-room': 'refused',
};

const microphoneKinds: Record<Exclude<DailyCameraErrorType, 'cam-in-use'>, [CameraError, FailureCategory]> = {
  permissions: [{ type: 'permissions', blockedBy: 'user', blockedMedia: ['audio'] }, 'microphone-denied'],
  'not-found': [{ type: 'not-found', missingMedia: ['video', 'audio'] }, 'microphone-missing'],
  constraints: [{ type: 'constraints', reason: 'invalid', failedMedia: ['audio'] }, 'microphone-missing'],
  'mic-in-use': [{ type: 'mic-in-use' }, 'microphone-busy'],
  'cam-mic-in-use': [{ type: 'cam-mic-in-use' }, 'microphone-busy'],
  unknown: [{ type: 'unknown' }, 'microphone-busy'],
  'undefined-mediadevices': [{ type: 'undefined-mediadevices' }, 'unsupported'],
};

const unknown = { category: 'network', isCameraOnly: false };

it.each([
  ['an unknown kind', fatal('solar-flare')],
  ['a type that is not a fatal kind', { type: 'unknown' }],
  ['a kind named like an object’s property', fatal('constructor')],
  [
    'the event of a bundle that did not load',
    { ...fatal('connection-error'), error: { type: 'connection-error', msg: 'Failed to load call object bundle.' } },
  ],
  ['the rejection of a join that did not load', 'Failed to load call object bundle https://example.org/x.js: Error: Received 404 response'],
  [
    'the SDK’s wrapper of a join that did not load',
    { type: 'daily-call-join-error', error: { message: 'Failed to load call object bundle.' } },
  ],
])('an unknown error is a network failure: %s', (_, error) => expect(readDailyError(error)).toEqual(unknown));

it.each([
  ...Object.entries(fatalKinds).map(([kind, category]) => [kind, shapesOf(fatal(kind), 'daily-error'), category] as const),
  ...Object.entries(microphoneKinds).map(([kind, [error, of]]) => [kind, shapesOf(camera(error), 'camera-error'), of] as const),
])('an error of kind %s has its category', (_, shapes, category) => {
  for (const shape of shapes) {
    expect(readDailyError(shape)).toEqual({ category, isCameraOnly: false });
    expect(pickCallFailure(shape)).toEqual({ category });
  }
});

it.each([
  camera({ type: 'permissions', blockedBy: 'user', blockedMedia: ['video'] }),
  camera({ type: 'not-found', missingMedia: ['video'] }),
  camera({ type: 'constraints', failedMedia: ['video'] }),
  camera({ type: 'cam-in-use' }),
  camera({ type: 'cam-mic-in-use' }, { audioOk: true, videoOk: false }),
  camera({ type: 'unknown' }, { audioOk: true, videoOk: false }),
])('a camera error with a working microphone is camera-only: %j', (error) => {
  for (const shape of shapesOf(error, 'camera-error')) expect(readDailyError(shape).isCameraOnly).toBe(true);
});

it.each([
  ['fails with the camera', camera({ type: 'unknown' }, { audioOk: false, videoOk: false }), 'microphone-busy'],
  ['is named as missing despite audioOk', camera({ type: 'not-found', missingMedia: ['audio'] }, { audioOk: true }), 'microphone-missing'],
])('a device error is one of the microphone if the microphone %s', (_, error, category) => {
  expect(readDailyError(error)).toMatchObject({ category, isCameraOnly: false });
});

itHolds('any other error value is a network failure', [fc.anything({ withNullPrototype: true })], (error) => {
  expect(readDailyError(error)).toEqual(unknown);
});

it('circular and throwing errors are network failures', () => {
  const circle: Record<string, unknown> = {};
  circle['error'] = circle;
  const get = () => {
    throw new Error('broken');
  };
  for (const error of [circle, new Proxy({}, { get })]) expect(readDailyError(error)).toEqual(unknown);
});

it('readDailyError() finds the kind in any wrapping', () => {
  const wrapping = fc.array(fc.constantFrom('error', 'errorMsg', 'message'), { maxLength: 4 });
  forAll(fc.constantFrom(...Object.entries(fatalKinds)), wrapping, ([kind, category], keys) => {
    const error = keys.reduce<object>((inner, key) => ({ [key]: inner }), { type: kind, msg: '' });
    expect(readDailyError(error).category).toBe(category);
  });
});
