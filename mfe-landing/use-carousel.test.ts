import { expect, it } from '@rstest/core';
import { pickSlide, pickSlideByKey } from './use-carousel.ts';

const phone = { snaps: [0, 0.25, 0.5, 0.75, 1], count: 5 };
const wide = { snaps: [0, 0.6, 1, 1, 1], count: 5 };

it.each([
  ['A dragged carousel shows the slide at its beginning', { ...phone, selected: 0, current: 3 }, 0],
  ['A carousel dragged to its fourth slide shows the fourth', { ...phone, selected: 3, current: 2 }, 3],
  ['At the end of a wide carousel the chosen slide stays current', { ...wide, selected: 2, current: 3 }, 3],
  ['At the end of a wide carousel the last slide counts if the chosen one is elsewhere', { ...wide, selected: 2, current: 1 }, 4],
  ['In a carousel without overflow the chosen slide stays current', { snaps: [0], count: 3, selected: 0, current: 1 }, 1],
  ['A carousel without slides shows the first', { snaps: [], count: 0, selected: 0, current: 0 }, 0],
])('%s', (_, track, slide) => {
  expect(pickSlide(track)).toBe(slide);
});

it.each([
  ['ArrowRight', 1, 2],
  ['ArrowRight', 4, 4],
  ['ArrowLeft', 0, 0],
  ['End', 1, 4],
  ['Home', 3, 0],
  ...['Enter', 'Tab', 'a', 'constructor', 'toString'].map((key) => [key, 1, undefined] as const),
])('The key %s at slide %i of five leads to %s', (key, from, to) => {
  expect(pickSlideByKey(key, from, 5)).toBe(to);
});
