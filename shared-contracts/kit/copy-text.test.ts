import { afterEach, expect, it, rs } from '@rstest/core';
import { canCopyText, copyText } from './copy-text.ts';

afterEach(() => void rs.unstubAllGlobals());

it('canCopyText() is false without a clipboard, and copyText() returns whether the browser wrote to the clipboard', async () => {
  rs.stubGlobal('navigator', {});
  expect(canCopyText()).toBe(false);
  rs.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
  expect([canCopyText(), await copyText('a')]).toEqual([true, true]);
  rs.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('refused')) } });
  expect(await copyText('a')).toBe(false);
});
