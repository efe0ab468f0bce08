import { expect, it } from '@rstest/core';
import { formatSeconds } from './format-seconds.ts';

it('formats whole seconds as m:ss', () => {
  expect([-1, 0, 7.9, 59.99, 60, 605].map(formatSeconds)).toEqual(['0:00', '0:00', '0:07', '0:59', '1:00', '10:05']);
});
