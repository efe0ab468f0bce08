import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contrast } from '@enfilade/shared-contracts/kit/colour';
import { themeTokens } from '@enfilade/shared-contracts/museum/theme-tokens';
import { describe, expect, it } from '@rstest/core';
import { loadContent } from './load-content.ts';
import { demoContent } from './testing/content-copy.ts';

describe('the demo museums’ logos', () => {
  it('are seen on paper and in the dark, at least 3 to 1', async () => {
    const { museums } = await loadContent(demoContent);
    for (const { folder, museum } of museums) {
      const svg = await readFile(join(demoContent, 'museums', folder, 'logo.svg'), 'utf8');
      const [, stroke = ''] = /stroke="(#[0-9a-f]{6})"/.exec(svg) ?? [];
      expect(contrast(stroke, museum.theme.backgroundColor)).toBeGreaterThanOrEqual(3);
      const { '--bg': dark = '' } = themeTokens(museum.theme, 'negative');
      expect(contrast(stroke, dark)).toBeGreaterThanOrEqual(3);
    }
  });

  it('are nothing but lines', async () => {
    const { museums } = await loadContent(demoContent);
    for (const { folder } of museums) {
      const svg = await readFile(join(demoContent, 'museums', folder, 'logo.svg'), 'utf8');
      expect(
        [...svg.matchAll(/<(\w+)/g)].map(([, name]) => name).filter((name) => !['svg', 'path', 'circle'].includes(name ?? '')),
      ).toEqual([]);
      expect(svg).not.toMatch(/ on\w+=|href|url\(/);
    }
  });
});
