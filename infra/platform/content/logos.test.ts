import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@rstest/core';
import { linearRgb } from '../../demo/scenes/colour/oklch.ts';
import { negativeOf } from '../../demo/scenes/negative-of.ts';
import { loadContent } from './load-content.ts';
import { demoContent } from './testing/content-copy.ts';

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [a, b]
    .map((hex) => {
      const [r, g, blue] = linearRgb(hex);
      return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
    })
    .sort((p, q) => q - p);
  return (light + 0.05) / (dark + 0.05);
}

describe('the demo museums’ logos', () => {
  it('are seen on paper and in the dark, at least 3 to 1', async () => {
    const { museums } = await loadContent(demoContent);
    for (const { folder, museum } of museums) {
      const svg = await readFile(join(demoContent, 'museums', folder, 'logo.svg'), 'utf8');
      const [, stroke = ''] = /stroke="(#[0-9a-f]{6})"/.exec(svg) ?? [];
      expect(contrast(stroke, museum.theme.backgroundColor)).toBeGreaterThanOrEqual(3);
      expect(contrast(stroke, negativeOf(museum.theme).backgroundColor)).toBeGreaterThanOrEqual(3);
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
