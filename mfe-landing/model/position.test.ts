import { describe, expect, it } from '@rstest/core';
import { pickSlide, pickSlideByKey } from './position.ts';

describe('the slide a scrolled track shows', () => {
  const phone = [0, 296, 592, 888, 1150];
  it('is the one that stands nearest to the beginning', () => {
    expect(pickSlide(phone, 0, 0)).toBe(0);
    expect(pickSlide(phone, 160, 0)).toBe(1);
    expect(pickSlide(phone, 1150, 3)).toBe(4);
  });

  it('stays the chosen one where several share the end of a wide track, else it is the last', () => {
    const wide = [0, 352, 512, 512, 512];
    expect(pickSlide(wide, 512, 3)).toBe(3);
    expect(pickSlide(wide, 512, 1)).toBe(4);
  });

  it('is the first when there is none or nothing was measured', () => {
    expect(pickSlide([], 0, 0)).toBe(0);
    expect(pickSlide([0, 0, 0], 0, 0)).toBe(0);
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
