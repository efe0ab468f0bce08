import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { canCopyText, copyText } from './copy-text.ts';

afterEach(() => {
  rs.unstubAllGlobals();
});

describe('copying', () => {
  it('copying is not offered if the page has no clipboard', () => {
    rs.stubGlobal('navigator', {});
    expect(canCopyText()).toBe(false);
  });

  it('copying says whether the browser let it be', async () => {
    rs.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
    expect([canCopyText(), await copyText('a')]).toEqual([true, true]);
    rs.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('refused')) } });
    expect(await copyText('a')).toBe(false);
  });
});
