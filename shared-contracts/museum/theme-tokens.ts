import { contrast as contrastOf, formatOklch, type Hex, mix, type Oklch, parseOklch } from '../kit/colour.ts';
import type { Theme, ThemeMode } from './theme.ts';

const defaultDisplayFont = '"Fraunces Variable", "Georgia as Fraunces", "Noto Serif as Fraunces", "DejaVu Serif as Fraunces", serif';
const defaultBodyFont =
  '"Atkinson Hyperlegible Next Variable", "Arial as Atkinson", "DejaVu Sans as Atkinson", "Segoe UI", system-ui, sans-serif';

/** Fonts of our own origin and of devices. A museum's text never reaches a style: the name only picks a row. */
const stacks = new Map<string, string>([
  ['fraunces', defaultDisplayFont],
  ['fraunces variable', defaultDisplayFont],
  ['atkinson hyperlegible', defaultBodyFont],
  ['atkinson hyperlegible next', defaultBodyFont],
  ['atkinson hyperlegible next variable', defaultBodyFont],
  ['georgia', 'Georgia, "Times New Roman", serif'],
  ['palatino', '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif'],
  ['times', '"Times New Roman", Times, serif'],
  ['serif', 'ui-serif, Georgia, serif'],
  ['helvetica', '"Helvetica Neue", Helvetica, Arial, sans-serif'],
  ['arial', 'Arial, Helvetica, sans-serif'],
  ['system-ui', 'system-ui, "Segoe UI", sans-serif'],
  ['sans-serif', 'system-ui, "Segoe UI", sans-serif'],
]);

/** The first known name sets the headings, the second the text. Unknown names are skipped. */
function pickFontStacks(names: readonly string[]) {
  const known = names.map((name) => stacks.get(name.trim().toLowerCase())).filter((stack) => stack !== undefined);
  return { display: known[0] ?? defaultDisplayFont, body: known[1] ?? defaultBodyFont };
}

/** Contrast of texts (`readable`) and of outlines (`visible`) with their background. */
const leastContrasts = { standard: { readable: 4.5, visible: 3 }, more: { readable: 7, visible: 4.5 } } as const;

type Palette = Record<'ground' | 'text' | 'primary' | 'accent' | 'secondary', string>;

interface Shade {
  lightness: number;
  maxChroma: number;
}

interface Side extends Record<keyof Palette, Shade> {
  /** The museum's own background already belongs to this side. */
  isOwnGround: (ground: Oklch) => boolean;
  /** The lightness towards which text moves. */
  textEnd: 0 | 1;
  alarm: Hex;
  surface: (ground: string, text: string) => Hex;
  tint: (primary: string, ground: string, surface: string) => Hex;
}

const sides: Record<ThemeMode, Side> = {
  positive: {
    isOwnGround: ({ lightness }) => lightness >= 0.75,
    ground: { lightness: 0.957, maxChroma: 0.017 },
    text: { lightness: 0.225, maxChroma: 0.017 },
    primary: { lightness: 0.39, maxChroma: 0.125 },
    accent: { lightness: 0.5, maxChroma: 0.13 },
    secondary: { lightness: 0.9, maxChroma: 0.033 },
    textEnd: 0,
    alarm: '#a3161c',
    surface: (ground) => mix(ground, '#ffffff', 0.55),
    tint: (primary, _ground, surface) => mix(surface, primary, 0.08),
  },
  negative: {
    isOwnGround: ({ lightness }) => lightness <= 0.3,
    ground: { lightness: 0.171, maxChroma: 0.017 },
    text: { lightness: 0.941, maxChroma: 0.017 },
    primary: { lightness: 0.78, maxChroma: 0.111 },
    accent: { lightness: 0.8, maxChroma: 0.111 },
    secondary: { lightness: 0.28, maxChroma: 0.02 },
    textEnd: 1,
    alarm: '#ff9d94',
    surface: (ground, text) => mix(ground, text, 0.07),
    tint: (primary, ground) => mix(ground, primary, 0.16),
  },
};

/** A museum's colours are unchanged on the side of their background. The other side is derived from their hues. */
function paletteOf(theme: Theme, side: Side): Palette {
  const given: Palette = {
    ground: theme.backgroundColor.toLowerCase(),
    text: theme.textColor.toLowerCase(),
    primary: theme.primaryColor.toLowerCase(),
    accent: theme.accentColor.toLowerCase(),
    secondary: theme.secondaryColor.toLowerCase(),
  };
  if (side.isOwnGround(parseOklch(given.ground))) return given;
  const place = (hex: string, { lightness, maxChroma }: Shade) => {
    const { chroma, hue } = parseOklch(hex);
    return formatOklch({ lightness, chroma: Math.min(chroma, maxChroma), hue });
  };
  return {
    ground: place(given.text, side.ground),
    text: place(given.ground, side.text),
    primary: place(given.primary, side.primary),
    accent: place(given.accent, side.accent),
    secondary: place(given.secondary, side.secondary),
  };
}

function moveLightness(hex: string, end: 0 | 1, passes: (tried: Hex) => boolean): Hex {
  const start = parseOklch(hex);
  const steps = 100;
  for (let step = 0; step <= steps; step++) {
    const lightness = start.lightness + ((end - start.lightness) * step) / steps;
    const tried = step === 0 ? (hex as Hex) : formatOklch({ ...start, lightness });
    if (passes(tried)) return tried;
  }
  return end === 0 ? '#000000' : '#ffffff';
}

function mixUntil(ground: string, text: string, share: number, passes: (tried: Hex) => boolean): Hex {
  for (let tried = share; tried < 1; tried += 0.02) {
    const mixed = mix(ground, text, tried);
    if (passes(mixed)) return mixed;
  }
  return text as Hex;
}

/** Texts and outlines have the minimum contrast on every possible background. */
function colourTokens(theme: Theme, side: Side, { readable, visible }: { readable: number; visible: number }): Record<string, Hex> {
  const { ground, text: givenText, ...pigments } = paletteOf(theme, side);
  const bg = ground as Hex;
  const groundsWith = (primary: string, text: string) => {
    const surface = side.surface(bg, text);
    return { bg, surface, tint: side.tint(primary, bg, surface) };
  };
  const isClear = (colour: string, grounds: object, least = readable) =>
    Object.values(grounds).every((on: string) => contrastOf(colour, on) >= least);

  const firstText = moveLightness(givenText, side.textEnd, (tried) => isClear(tried, groundsWith(tried, tried)));
  const primary = moveLightness(pigments.primary, side.textEnd, (tried) => isClear(tried, groundsWith(tried, firstText)));
  // The tint depends on primary, so the text is checked again with the tint.
  const tint = groundsWith(primary, firstText).tint;
  const text = moveLightness(firstText, side.textEnd, (tried) => isClear(tried, { ...groundsWith(primary, tried), tint }));
  const grounds = { ...groundsWith(primary, text), tint };
  const farEnd = side.textEnd === 0 ? 1 : 0;
  return {
    '--bg': bg,
    '--surface': grounds.surface,
    '--tint': grounds.tint,
    '--text': text,
    '--dim': mixUntil(bg, text, 0.74, (tried) => isClear(tried, grounds)),
    '--edge': mixUntil(bg, text, 0.56, (tried) => isClear(tried, grounds, visible)),
    '--primary': primary,
    '--on-primary': side.textEnd === 0 ? '#ffffff' : bg,
    '--accent': moveLightness(pigments.accent, side.textEnd, (tried) => isClear(tried, grounds)),
    '--secondary': moveLightness(pigments.secondary, farEnd, (tried) => isClear(text, [tried]) && isClear(primary, [tried])),
    '--alarm': moveLightness(side.alarm, side.textEnd, (tried) => isClear(tried, grounds)),
  };
}

/** The custom properties of host/styles/tokens.css: colours as `#rrggbb`, two font stacks, and the size of headings as a bare number. */
export function themeTokens(theme: Theme, mode: ThemeMode, contrast: 'standard' | 'more' = 'standard'): Record<string, string> {
  const { display, body } = pickFontStacks(theme.fontFamily);
  return {
    ...colourTokens(theme, sides[mode], leastContrasts[contrast]),
    '--display': display,
    '--body': body,
    '--header-size': String(theme.headerSize),
  };
}
