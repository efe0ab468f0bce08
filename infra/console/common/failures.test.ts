import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import { gatewayErrorCodeSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import en from '../texts/en.json';
import { describeFailure, ExplainedError } from './failures.ts';

const texts: Readonly<Record<string, string>> = en;
const t = (key: string, values: Record<string, string | number> = {}) => {
  const text = texts[key] ?? texts[`${key}_other`];
  if (text === undefined) throw new Error(`There is no text ${key}.`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
};

it('every failure has a complete sentence', () => {
  const category = fc.constantFrom('network', 'timeout', 'aborted', 'refused', 'malformed', 'interrupted');
  const details = fc.record({
    code: fc.option(fc.constantFrom(...gatewayErrorCodeSchema.options), { nil: undefined }),
    status: fc.option(fc.constantFrom(400, 401, 422, 500), { nil: undefined }),
    retryAfterSeconds: fc.option(fc.nat(90), { nil: undefined }),
    reason: fc.option(fc.constant('Mend it.'), { nil: undefined }),
  });
  forAll(category, details, (kind, given) => {
    const sentence = describeFailure(t, new ApiError(kind, 'for developers', given));
    expect(sentence).toMatch(/^[A-Z]/);
    expect(sentence).not.toMatch(/undefined|for developers|\{\{/);
  });
});

it('a failure repeats the registry’s own sentence, and an explanation unchanged', () => {
  const refused = new ApiError('refused', '', { code: 'refused', reason: 'Halt the other rollout first.' });
  expect(describeFailure(t, refused)).toBe('The site refused this: Halt the other rollout first.');
  expect(describeFailure(t, new ExplainedError('Anna was first.'))).toBe('Anna was first.');
  expect(describeFailure(t, new TypeError('x is undefined'))).toBe(t('failure.strange'));
});
