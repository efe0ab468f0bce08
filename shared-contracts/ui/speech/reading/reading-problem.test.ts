import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { ApiError, type ApiErrorCategory } from '../../../api/api-error.ts';
import { type GatewayErrorCode, gatewayErrorStatus } from '../../../api/gateway-error.ts';
import { forAll } from '../../../kit/testing/for-all.ts';
import { isConnectionInDoubt, pickReadingProblem } from './reading-problem.ts';

const describeProblem = (error: unknown, isConnected = true) => {
  const { sentence, reason } = pickReadingProblem(error, isConnected);
  return [sentence, reason].filter(Boolean).join(' ').replaceAll('speech.', '');
};

it.each([
  ['unauthorized', 'notConfigured'],
  ['forbidden', 'configuration'],
  ['too-many', 'busy'],
  ['busy', 'busy'],
  ['voice-not-found', 'other reason.voice'],
  ['museum-not-found', 'other reason.upstream'],
  ['upstream-failed', 'other reason.upstream'],
  ['internal', 'other reason.upstream'],
  ['upstream-timeout', 'other reason.late'],
  ['malformed', 'other reason.request'],
  ['too-large', 'other reason.request'],
  ['refused', 'other reason.request'],
] as const)('a reading refused with %s is described as %s', (code, expected) => {
  const category = code === 'upstream-timeout' ? 'timeout' : 'refused';
  const error = new ApiError(category, 'for developers', { code, status: gatewayErrorStatus[code] });
  expect([describeProblem(error), isConnectionInDoubt(error)]).toEqual([expected, false]);
});

it.each([
  [401, 'notConfigured'],
  [403, 'configuration'],
  [404, 'other reason.upstream'],
  [413, 'other reason.request'],
  [429, 'busy'],
  [500, 'other reason.upstream'],
  [502, 'other reason.upstream'],
  [503, 'busy'],
  [504, 'other reason.late'],
])('a reading refused with status %i alone is described as %s', (status, expected) => {
  expect(describeProblem(new ApiError('refused', '', { status }))).toBe(expected);
});

it.each([
  ['network', 'other reason.upstream'],
  ['timeout', 'other reason.late'],
  ['interrupted', 'other reason.upstream'],
] as const)('a reading that failed with %s is described as a network problem if offline, and else as %s', (category, expected) => {
  const error = new ApiError(category, '');
  expect([isConnectionInDoubt(error), describeProblem(error, false), describeProblem(error, true)]).toEqual([true, 'network', expected]);
});

it.each([
  ['malformed', 'other reason.upstream'],
  ['refused', 'other reason.request'],
] as const)('a reading that the client itself failed as %s is described as %s', (category, expected) => {
  expect(describeProblem(new ApiError(category, ''))).toBe(expected);
});

it.each([new DOMException('no sound', 'EncodingError'), new TypeError('no'), 'no', undefined, null])(
  'a reading that failed with %s is described as a playback problem',
  (error) => {
    expect([describeProblem(error), describeProblem(error, false), isConnectionInDoubt(error)]).toEqual(['playback', 'playback', false]);
  },
);

it('every API error is described by a key of the texts, with a reason for “other” alone', () => {
  const categories: ApiErrorCategory[] = ['network', 'timeout', 'aborted', 'refused', 'malformed', 'interrupted'];
  const codes = Object.keys(gatewayErrorStatus) as GatewayErrorCode[];
  const errors = fc.record({
    category: fc.constantFrom(...categories),
    message: fc.string(),
    code: fc.option(fc.constantFrom(...codes), { nil: undefined }),
    status: fc.option(fc.integer({ min: 400, max: 599 }), { nil: undefined }),
  });
  forAll(errors, fc.boolean(), ({ category, message, code, status }, isConnected) => {
    const { sentence, reason } = pickReadingProblem(new ApiError(category, message, { code, status }), isConnected);
    expect(sentence).toMatch(/^speech\.(network|notConfigured|configuration|busy|other)$/);
    expect(reason !== undefined).toBe(sentence === 'speech.other');
  });
});
