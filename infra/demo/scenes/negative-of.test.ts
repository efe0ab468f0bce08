import { loadContent } from '@enfilade/platform/content/load-content';
import { demoContent } from '@enfilade/platform/content/testing/content-copy';
import { houseTheme, type Theme, themeSchema } from '@enfilade/shared-contracts/museum/theme';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { hexToOklch, linearRgb } from './colour/oklch.ts';
import { negativeOf } from './negative-of.ts';

const luminance = (hex: string) => {
  const [r, g, b] = linearRgb(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (light + 0.05) / (dark + 0.05);
}
/** The largest difference of one channel, 0–255. */
function distance(a: string, b: string): number {
  return Math.max(...[1, 3, 5].map((at) => Math.abs(Number.parseInt(a.slice(at, at + 2), 16) - Number.parseInt(b.slice(at, at + 2), 16))));
}
const paper = fc.constantFrom('#ffffff', '#f6f0e4', '#f4f2ec', '#e8f0e8', '#fbf6ef');
const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

describe('negativeOf', () => {
  it.each<[string, Partial<Theme>, Partial<Theme>]>([
    [
      'the house',
      {},
      { backgroundColor: '#150e08', textColor: '#f0ebdf', primaryColor: '#f69a9d', accentColor: '#e8b372', secondaryColor: '#2e281e' },
    ],
    [
      'the cathedral',
      { primaryColor: '#1f3a6e', accentColor: '#a63a1b', secondaryColor: '#dde2ea', backgroundColor: '#f4f2ec', textColor: '#1a1d24' },
      { backgroundColor: '#0d0f16', textColor: '#edebe5', primaryColor: '#96b8f5', accentColor: '#fca48c', secondaryColor: '#232933' },
    ],
  ])('gives %s the drawn negative, but for a hair', (_, positive, drawn) => {
    const negative = negativeOf({ ...houseTheme, ...positive });
    const differences = Object.entries(drawn).map(([role, hex]) => distance(String(Reflect.get(negative, role)), String(hex)));
    expect(Math.max(...differences)).toBeLessThanOrEqual(3);
  });

  it('is readable for every demo museum: text at least 12, pigments at least 4.5 on the dark', async () => {
    const { museums } = await loadContent(demoContent);
    for (const { museum } of museums) {
      const { backgroundColor, textColor, primaryColor, accentColor } = negativeOf(museum.theme);
      expect(contrast(textColor, backgroundColor)).toBeGreaterThan(12);
      expect(contrast(primaryColor, backgroundColor)).toBeGreaterThan(4.5);
      expect(contrast(accentColor, backgroundColor)).toBeGreaterThan(4.5);
    }
  });

  it('makes whatever five colours a dark theme that is still a theme, and stays put when asked again', () => {
    fc.assert(
      fc.property(
        paper,
        fc.tuple(colour, colour, colour, colour),
        (backgroundColor, [primaryColor, accentColor, secondaryColor, textColor]) => {
          const negative = negativeOf({ ...houseTheme, primaryColor, accentColor, secondaryColor, backgroundColor, textColor });
          expect(themeSchema.parse(negative)).toEqual(negative);
          expect(hexToOklch(negative.backgroundColor).L).toBeLessThan(0.2);
          expect(contrast(negative.textColor, negative.backgroundColor)).toBeGreaterThan(12);
          expect(negativeOf(negative)).toEqual(negative);
        },
      ),
    );
  });
});
