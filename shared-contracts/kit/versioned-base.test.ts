import { describe, expect, it } from '@rstest/core';
import { versionedBase } from './versioned-base.ts';

describe('versionedBase', () => {
  it.each([
    ['https://host', 'https://host/v1'],
    ['https://host/', 'https://host/v1'],
    ['https://host/v1', 'https://host/v1'],
    ['https://host/v1/', 'https://host/v1'],
    ['https://host/openai/v2', 'https://host/openai/v2'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000/v1'],
  ])('versionedBase takes %s for %s', (url, base) => {
    expect(versionedBase(url)).toBe(base);
  });
});
