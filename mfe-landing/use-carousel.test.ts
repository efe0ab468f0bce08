import { describe, expect, it } from '@rstest/core';
import { pickSlide, pickSlideByKey } from './use-carousel.ts';

describe('the slide a dragged track shows', () => {
  const phone = { snaps: [0, 0.25, 0.5, 0.75, 1], count: 5 };
  const wide = { snaps: [0, 0.6, 1, 1, 1], count: 5 };

  it('is the one that is at the beginning', () => {
    expect(pickSlide({ ...phone, selected: 0, current: 3 })).toBe(0);
    expect(pickSlide({ ...phone, selected: 3, current: 2 })).toBe(3);
  });

  it('stays the chosen one where several share the end of a wide track, else it is the last', () => {
    expect(pickSlide({ ...wide, selected: 2, current: 3 })).toBe(3);
    expect(pickSlide({ ...wide, selected: 2, current: 1 })).toBe(4);
  });

  it('stays the chosen one where all have room and nothing moves', () => {
    expect(pickSlide({ snaps: [0], count: 3, selected: 0, current: 1 })).toBe(1);
  });

  it('is the first when there is none', () => {
    expect(pickSlide({ snaps: [], count: 0, selected: 0, current: 0 })).toBe(0);
  });
});

describe('keys', () => {
  it('lead one further, one back, to either end, and never past it', () => {
    expect(pickSlideByKey('ArrowRight', 1, 5)).toBe(2);
    expect(pickSlideByKey('ArrowLeft', 0, 5)).toBe(0);
    expect(pickSlideByKey('End', 1, 5)).toBe(4);
    expect(pickSlideByKey('ArrowRight', 4, 5)).toBe(4);
    expect(pickSlideByKey('Home', 3, 5)).toBe(0);
  });

  it.each(['Enter', 'Tab', 'a', 'constructor', 'toString'])('%s has no meaning here', (key) => {
    expect(pickSlideByKey(key, 1, 5)).toBeUndefined();
  });
});
