import { describe, expect, it } from '@rstest/core';
import { createRedirectCount, redirectLimit, TooManyRedirectsError } from './redirect-limit.ts';

const times = (count: number, act: () => void) => Array.from({ length: count }, act);

describe('redirects', () => {
  it('are followed up to a hundred in a row, and not once more', () => {
    const count = createRedirectCount();
    times(redirectLimit, count.redirected);
    expect(() => count.redirected()).toThrow(TooManyRedirectsError);
  });

  it('are counted anew once something is shown', () => {
    const count = createRedirectCount();
    times(redirectLimit, count.redirected);
    count.shown();
    expect(() => times(redirectLimit, count.redirected)).not.toThrow();
  });
});
