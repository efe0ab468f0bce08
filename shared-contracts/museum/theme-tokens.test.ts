import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { contrast, parseOklch } from '../kit/colour.ts';
import { forAll } from '../kit/testing/for-all.ts';
import { houseTheme, type Theme } from './theme.ts';
import { themeTokens } from './theme-tokens.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const anyTheme = fc.record({
  primaryColor: colour,
  accentColor: colour,
  secondaryColor: colour,
  backgroundColor: colour,
  textColor: colour,
  fontFamily: fc.array(fc.string({ maxLength: 64 }), { maxLength: 8 }),
  headerSize: fc.double({ min: 0.7, max: 1.4, noNaN: true }),
});
const anyMode = fc.constantFrom('positive' as const, 'negative' as const);
const anyContrast = fc.constantFrom({ name: 'standard' as const, text: 4.5, edge: 3 }, { name: 'more' as const, text: 7, edge: 4.5 });

const colourNames = [
  ...['--bg', '--surface', '--tint', '--text', '--dim', '--edge', '--primary', '--on-primary', '--accent', '--secondary', '--alarm'],
];
const groundsOf = {
  '--text': ['--bg', '--surface', '--tint', '--secondary'],
  '--dim': ['--bg', '--surface', '--tint'],
  '--primary': ['--bg', '--surface', '--tint', '--secondary'],
  '--on-primary': ['--primary'],
  '--accent': ['--bg', '--surface', '--tint'],
  '--alarm': ['--bg', '--surface', '--tint'],
};
const pairs = Object.entries(groundsOf).flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const));

function coloursIn(tokens: Record<string, string>) {
  return (name: string): string => {
    const colour = tokens[name];
    if (colour === undefined) throw new Error(`${name} is missing`);
    return colour;
  };
}

const cathedral: Theme = {
  ...houseTheme,
  primaryColor: '#1f3a6e',
  accentColor: '#a63a1b',
  secondaryColor: '#dde2ea',
  backgroundColor: '#f4f2ec',
  textColor: '#1a1d24',
};

it('any five colours become six-digit colours with the required contrast for every text on every ground, in both modes', () => {
  forAll(anyTheme, anyMode, anyContrast, (theme, mode, least) => {
    const tokens = themeTokens(theme, mode, least.name);
    for (const name of colourNames) expect(tokens[name]).toMatch(/^#[0-9a-f]{6}$/);
    const colourOf = coloursIn(tokens);
    const unreadable = pairs.filter(([text, ground]) => !(contrast(colourOf(text), colourOf(ground)) >= least.text));
    expect(unreadable).toEqual([]);
    const unseen = ['--bg', '--surface', '--tint'].filter((ground) => !(contrast(colourOf('--edge'), colourOf(ground)) >= least.edge));
    expect(unseen).toEqual([]);
  });
});

it('any five colours become a light ground in positive and a dark ground in negative', () => {
  forAll(anyTheme, (theme) => {
    const lightnessOf = (mode: 'positive' | 'negative') => parseOklch(coloursIn(themeTokens(theme, mode))('--bg')).lightness;
    expect(lightnessOf('positive')).toBeGreaterThan(0.7);
    expect(lightnessOf('negative')).toBeLessThan(0.32);
  });
});

it.each([
  ['the default', houseTheme],
  ['the cathedral', cathedral],
])('the tokens of %s theme are its five colours in positive', (_name, theme) => {
  expect(themeTokens(theme, 'positive')).toMatchObject({
    '--bg': theme.backgroundColor,
    '--text': theme.textColor,
    '--primary': theme.primaryColor,
    '--accent': theme.accentColor,
    '--secondary': theme.secondaryColor,
    '--on-primary': '#ffffff',
  });
});

it.each([
  ['the default', houseTheme, ['#150e08', '#f0ebdf', '#f69a9d', '#e8b372', '#2e281e']],
  ['the cathedral', cathedral, ['#0d0f16', '#edebe5', '#96b8f5', '#fca48c', '#232933']],
])('the tokens of %s theme match the designed palette in negative', (_name, theme, drawn) => {
  const colourOf = coloursIn(themeTokens(theme, 'negative'));
  for (const [at, name] of ['--bg', '--text', '--primary', '--accent', '--secondary'].entries()) {
    const [ours, target] = [parseOklch(colourOf(name)), parseOklch(drawn[at] ?? '')];
    expect(Math.abs(ours.lightness - target.lightness)).toBeLessThan(0.02);
    expect(Math.abs(ours.chroma - target.chroma)).toBeLessThan(0.02);
  }
});

it('fonts are those of our own origin or of the device, and other names fall back to the default, whatever they contain', () => {
  const fontsOf = (fontFamily = houseTheme.fontFamily) => {
    const tokens = themeTokens({ ...houseTheme, fontFamily }, 'positive');
    return [tokens['--display'], tokens['--body']];
  };
  expect(fontsOf(['Comic Neue', 'Georgia', 'Arial'])).toEqual(['Georgia, "Times New Roman", serif', 'Arial, Helvetica, sans-serif']);
  const hostile = ['"; background: url(https://evil.example)', 'url(//x)', '__proto__', 'constructor', '}</style><script>'];
  expect(fontsOf(hostile)).toEqual(fontsOf());
  expect(fontsOf().join()).toMatch(/Fraunces Variable.*Atkinson Hyperlegible Next Variable/);
});
