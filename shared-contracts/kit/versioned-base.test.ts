import { expect, it } from '@rstest/core';
import { versionedBase } from './versioned-base.ts';

it.each([
  ['https://host', 'https://host/v1'],
  ['https://host/', 'https://host/v1'],
  ['https://host/v1', 'https://host/v1'],
  ['https://host/v1/', 'https://host/v1'],
  ['https://host/openai/v2', 'https://host/openai/v2'],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000/v1'],
])('versionedBase(%s) is %s', (url, base) => {
  expect(versionedBase(url)).toBe(base);
});
