import { expect, it } from '@rstest/core';
import { randomId } from './random-id.ts';

it('randomId() is a random UUID of version 4', () => {
  const ids = Array.from({ length: 200 }, randomId);
  expect(ids.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(200);
});
