/** A colour in OKLCH: lightness 0–1, chroma about 0–0.4, hue in radians. */
export interface Oklch {
  L: number;
  C: number;
  h: number;
}

type Triple = readonly [number, number, number];

const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const toGamma = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);
export const lerp = (a: number, b: number, t: number) => a + (b - a) * t;
export const clamp = (x: number, low = 0, high = 1) => Math.min(high, Math.max(low, x));

const channel = (hex: string, at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);

/** Linear sRGB of `#rrggbb`. */
export const linearRgb = (hex: string): Triple => [channel(hex, 1), channel(hex, 3), channel(hex, 5)];

/** `hex` is `#rrggbb`. Coefficients: Björn Ottosson, "A perceptual color space for image processing". */
export function hexToOklch(hex: string): Oklch {
  const [r, g, b] = linearRgb(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const L = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { L, C: Math.hypot(A, B), h: Math.atan2(B, A) };
}

function oklchToRgb({ L, C, h }: Oklch): Triple {
  const a = C * Math.cos(h);
  const b = C * Math.sin(h);
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const inGamut = (rgb: Triple) => rgb.every((c) => c > -0.0005 && c < 1.0005);
const byte = (c: number) =>
  Math.round(clamp(toGamma(clamp(c))) * 255)
    .toString(16)
    .padStart(2, '0');

/** `#rrggbb`; a colour no screen can show loses chroma until one can. */
export function oklchToHex(colour: Oklch): string {
  let shown = colour;
  while (!inGamut(oklchToRgb(shown)) && shown.C > 0.002) shown = { ...shown, C: shown.C * 0.94 };
  return `#${oklchToRgb(shown).map(byte).join('')}`;
}

/** On the shorter way round the hue circle; a grey takes the other's hue. */
export function mix(a: Oklch, b: Oklch, t: number): Oklch {
  return { L: lerp(a.L, b.L, t), C: lerp(a.C, b.C, t), h: mixHue(a, b, t) };
}

function mixHue(a: Oklch, b: Oklch, t: number): number {
  if (a.C < 0.012) return b.h;
  if (b.C < 0.012) return a.h;
  const difference = b.h - a.h;
  if (difference > Math.PI) return a.h + (difference - 2 * Math.PI) * t;
  if (difference < -Math.PI) return a.h + (difference + 2 * Math.PI) * t;
  return a.h + difference * t;
}
