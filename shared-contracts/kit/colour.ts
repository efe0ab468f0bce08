/** Lightness 0–1, chroma 0–0.4, hue in degrees. A change of lightness keeps hue and chroma. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** `#` and six hexadecimal digits in lower case. */
export type Hex = `#${string}`;

type Triple = readonly [number, number, number];

// Björn Ottosson, "A perceptual color space for image processing" (2020), https://bottosson.github.io/posts/oklab/
function toOklab(hex: string): Triple {
  const [r, g, b] = toLinear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toLinear(hex: string): Triple {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function toHex(linear: Triple): Hex {
  const digits = linear.map((value) => {
    const clamped = Math.min(1, Math.max(0, value));
    const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

export function parseOklch(hex: string): Oklch {
  const [lightness, a, b] = toOklab(hex);
  return { lightness, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI };
}

function toLinearFrom({ lightness, chroma, hue }: Oklch): Triple {
  const angle = (hue * Math.PI) / 180;
  return fromOklab([lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]);
}

export const isShown = (colour: Oklch): boolean => toLinearFrom(colour).every((value) => value >= -0.0005 && value <= 1.0005);

/** Outside sRGB, the chroma is reduced, and lightness and hue stay. */
export function formatOklch(colour: Oklch): Hex {
  if (isShown(colour)) return toHex(toLinearFrom(colour));
  let inside = 0;
  let outside = colour.chroma;
  for (let step = 0; step < 14; step++) {
    const chroma = (inside + outside) / 2;
    if (isShown({ ...colour, chroma })) inside = chroma;
    else outside = chroma;
  }
  return toHex(toLinearFrom({ ...colour, chroma: inside }));
}

/** CSS `color-mix(in oklab, first, second share)`; `share` from 0 to 1. */
export function mix(first: string, second: string, share: number): Hex {
  const [from, to] = [toOklab(first), toOklab(second)];
  const between = (index: 0 | 1 | 2) => from[index] * (1 - share) + to[index] * share;
  return toHex(fromOklab([between(0), between(1), between(2)]));
}

/** Mixes along the shorter arc of the hue circle. A grey gets the hue of the other colour. */
export function mixOklch(from: Oklch, to: Oklch, share: number): Oklch {
  const between = (key: keyof Oklch) => from[key] + (to[key] - from[key]) * share;
  const mixed = { lightness: between('lightness'), chroma: between('chroma') };
  if (from.chroma < 0.012) return { ...mixed, hue: to.hue };
  if (to.chroma < 0.012) return { ...mixed, hue: from.hue };
  const turn = ((to.hue - from.hue + 540) % 360) - 180;
  return { ...mixed, hue: from.hue + turn * share };
}

function luminance(hex: string): number {
  const [r, g, b] = toLinear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast, 1–21. */
export function contrast(first: string, second: string): number {
  const [one, other] = [luminance(first), luminance(second)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
