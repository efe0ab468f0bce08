import { describe, expect, it } from '@rstest/core';
import { pickFailureWords } from './failure-words.ts';

describe('pickFailureWords', () => {
  it('tells slow from unreachable from anything else', () => {
    expect(pickFailureWords({ category: 'timeout' }).sentence).toBe('failure.timeout');
    expect(pickFailureWords({ category: 'network' }).sentence).toBe('failure.unreachable');
    expect(pickFailureWords({ category: 'malformed' }).sentence).toBe('failure.trouble');
  });

  it('says that a half answer stays, and that the question does', () => {
    expect(pickFailureWords({ category: 'interrupted' }).advice).toBe('failure.cut');
    expect(pickFailureWords({ category: 'refused' }).advice).toBe('failure.kept');
  });

  it('says how long to wait when the gateway does', () => {
    expect(pickFailureWords({ category: 'refused', retryAfterSeconds: 12 })).toEqual({
      sentence: 'failure.trouble',
      advice: 'failure.wait',
      count: 12,
    });
  });
});
