import { describe, expect, it } from '@rstest/core';
import { pickFailureWords } from './failure-words.ts';

const clientMessageId = '6f1f7a52-6f0e-4a2b-9c0a-0f2b8f0c1d11';

describe('pickFailureWords', () => {
  it('tells a message that failed from a chat that could not begin', () => {
    expect(pickFailureWords({ category: 'network', clientMessageId })).toEqual({ sentence: 'failure.send', advice: 'failure.kept' });
    expect(pickFailureWords({ category: 'network' })).toEqual({ sentence: 'failure.setUp' });
  });

  it('says that a half answer stays', () => {
    expect(pickFailureWords({ category: 'interrupted', clientMessageId }).advice).toBe('failure.cut');
  });

  it('says how long to wait when the gateway does', () => {
    const words = pickFailureWords({ category: 'refused', clientMessageId, retryAfterSeconds: 12 });
    expect(words).toEqual({ sentence: 'failure.send', advice: 'failure.wait', count: 12 });
  });
});
