import { describe, expect, it } from '@rstest/core';
import { createRedirectCounter, redirectLimit, TooManyRedirectsError } from './use-arrival.ts';

const times = (count: number, act: () => void) => Array.from({ length: count }, act);

describe('redirects', () => {
  it('are followed up to a hundred in a row, and not once more', () => {
    const redirects = createRedirectCounter();
    times(redirectLimit, redirects.onRedirect);
    expect(() => redirects.onRedirect()).toThrow(TooManyRedirectsError);
  });

  it('are counted again once something is shown', () => {
    const redirects = createRedirectCounter();
    times(redirectLimit, redirects.onRedirect);
    redirects.onShown();
    expect(() => times(redirectLimit, redirects.onRedirect)).not.toThrow();
  });
});
