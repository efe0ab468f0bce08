import { expect, it } from '@rstest/core';
import { pickSlide, pickSlideByKey } from './use-carousel.ts';

const phone = { snaps: [0, 0.25, 0.5, 0.75, 1], count: 5 };
const wide = { snaps: [0, 0.6, 1, 1, 1], count: 5 };

it('A dragged carousel shows the slide at its beginning', () => {
  expect(pickSlide({ ...phone, selected: 0, current: 3 })).toBe(0);
  expect(pickSlide({ ...phone, selected: 3, current: 2 })).toBe(3);
});

it('At the end of a wide carousel the chosen slide stays current, or else the last', () => {
  expect(pickSlide({ ...wide, selected: 2, current: 3 })).toBe(3);
  expect(pickSlide({ ...wide, selected: 2, current: 1 })).toBe(4);
});

it('In a carousel without overflow the chosen slide stays current', () => {
  expect(pickSlide({ snaps: [0], count: 3, selected: 0, current: 1 })).toBe(1);
});

it('A carousel without slides shows the first', () => {
  expect(pickSlide({ snaps: [], count: 0, selected: 0, current: 0 })).toBe(0);
});

it('The keys move one slide forwards or back, or to an end, and never past it', () => {
  expect(pickSlideByKey('ArrowRight', 1, 5)).toBe(2);
  expect(pickSlideByKey('ArrowLeft', 0, 5)).toBe(0);
  expect(pickSlideByKey('End', 1, 5)).toBe(4);
  expect(pickSlideByKey('ArrowRight', 4, 5)).toBe(4);
  expect(pickSlideByKey('Home', 3, 5)).toBe(0);
});

it.each(['Enter', 'Tab', 'a', 'constructor', 'toString'])('The key %s does not move the carousel', (key) => {
  expect(pickSlideByKey(key, 1, 5)).toBeUndefined();
});
