import { describe, expect, it } from '@rstest/core';
import { pickRatings, withRating } from './ratings.tsx';

describe('ratings', () => {
  it('are read from what was kept, without what is none', () => {
    expect(pickRatings({ one: 'helpful', two: 'great', three: 'not-helpful' })).toEqual({ one: 'helpful', three: 'not-helpful' });
    for (const kept of [undefined, null, 'helpful', ['helpful'], 7]) expect(pickRatings(kept)).toEqual({});
  });

  it('are given, changed and taken back one by one', () => {
    const given = withRating({ two: 'helpful' }, 'one', 'helpful');
    expect(given).toEqual({ one: 'helpful', two: 'helpful' });
    expect(withRating(given, 'one', 'not-helpful')).toEqual({ one: 'not-helpful', two: 'helpful' });
    expect(withRating(given, 'one', undefined)).toEqual({ two: 'helpful' });
  });
});
