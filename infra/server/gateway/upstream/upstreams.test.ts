import { describe, expect, it } from '@rstest/core';
import { withVersion } from './with-version.ts';

describe('withVersion', () => {
  it.each([
    ['https://host', 'https://host/v1'],
    ['https://host/', 'https://host/v1'],
    ['https://host/v1', 'https://host/v1'],
    ['https://host/v1/', 'https://host/v1'],
    ['https://host/openai/v2', 'https://host/openai/v2'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000/v1'],
  ])('takes %s for %s', (url, base) => {
    expect(withVersion(url)).toBe(base);
  });
});
