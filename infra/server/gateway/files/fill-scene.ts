import { formatOklch, isShown, mixOklch, type Oklch, parseOklch } from '@enfilade/shared-contracts/kit/colour';
import type { Theme, ThemeMode } from '@enfilade/shared-contracts/museum/theme';
import { themeTokens } from '@enfilade/shared-contracts/museum/theme-tokens';

/** A material's colour by shade: 0 in full light, 1 in the deepest shadow. */
type Material = (shade: number) => Oklch;
type MaterialName = 'stone' | 'cloth' | 'wood' | 'gold' | 'ink' | 'glow';

const lerp = (from: number, to: number, share: number) => from + (to - from) * share;
const withChroma = (colour: Oklch, chroma: number): Oklch => ({ ...colour, chroma });
const limitChroma = (colour: Oklch, most: number) => withChroma(colour, Math.min(colour.chroma, most));

/** From one colour to another. Chroma is fullest in the middle tones, as on a lit surface, and falls towards light and shadow. */
function ramp(from: Oklch, to: Oklch, strength: number, lightness: (shade: number) => number): Material {
  return (shade) => {
    const { chroma, hue } = mixOklch(from, to, Math.min(1, shade * 1.15));
    const fullness = Math.sin(Math.PI * Math.min(1, 0.1 + shade * 0.78)) ** 0.8;
    return { lightness: lightness(shade), chroma: chroma * strength * lerp(0.35, 1, fullness), hue };
  };
}

function createMaterials(theme: Theme, mode: ThemeMode): Record<MaterialName, Material> {
  const tokens = themeTokens(theme, mode);
  const colour = (token: string) => parseOklch(tokens[token] ?? '');
  const [primary, accent, secondary] = [colour('--primary'), colour('--accent'), colour('--secondary')];
  const [ground, text] = [colour('--bg'), colour('--text')];
  const isDark = mode === 'negative';
  const level = isDark ? (shade: number) => 0.62 - 0.5 * shade ** 0.6 : (shade: number) => 0.982 - 0.72 * shade;
  const strength = isDark ? 0.72 : 1;
  const soft = limitChroma(primary, 0.07);
  const wall = isDark ? withChroma(mixOklch(secondary, accent, 0.4), 0.042) : withChroma(secondary, Math.max(secondary.chroma, 0.012));
  const lamp = mixOklch(ground, accent, 0.3);
  const lampHue = lamp.chroma < 0.012 ? secondary.hue : ground.hue;
  return {
    stone: ramp(wall, withChroma(soft, soft.chroma * 0.55), strength, level),
    cloth: ramp(withChroma(primary, primary.chroma * 0.8), primary, strength, isDark ? level : (shade) => 0.84 - 0.58 * shade),
    wood: ramp(limitChroma(accent, 0.11), mixOklch(limitChroma(accent, 0.1), soft, 0.45), strength * 0.85, level),
    gold: isDark ? ramp(accent, accent, strength * 1.1, (shade) => level(shade * 0.75) + 0.08) : ramp(accent, accent, strength, level),
    ink: (shade) => ({ lightness: level(shade), chroma: text.chroma * 0.9, hue: text.hue }),
    glow: isDark
      ? (shade) => ({ lightness: lerp(0.86, 0.5, shade), chroma: lerp(0.075, 0.09, shade), hue: accent.hue })
      : (shade) => ({ lightness: lerp(0.995, 0.95, shade), chroma: lerp(0.008, Math.min(lamp.chroma, 0.035), shade), hue: lampHue }),
  };
}

/** The scenes' tones were chosen with chroma that falls by 6 % until a screen shows it: `formatOklch` alone would change them. */
function formatTone(tone: Oklch): string {
  let shown = tone;
  while (!isShown(shown) && shown.chroma > 0.002) shown = withChroma(shown, shown.chroma * 0.94);
  return formatOklch(shown);
}

/**
 * A scene's SVG in the colours the screens show a museum in. `{wood 0.4}` becomes a colour of the museum, by material and shade;
 * of `{light|dark}` the part for the mode remains. Line ends are for who reads the file, and not sent.
 */
export function fillScene(template: string, theme: Theme, mode: ThemeMode): string {
  const materials = createMaterials(theme, mode);
  return template.replaceAll('\n', '').replace(/\{([^{}|]+)(?:\|([^{}]+))?\}/g, (_, light: string, dark = light) => {
    const value: string = mode === 'negative' ? dark : light;
    const [, name, shade] = /^(stone|cloth|wood|gold|ink|glow) ([\d.]+)$/.exec(value) ?? [];
    return name === undefined ? value : formatTone(materials[name as MaterialName](Number(shade)));
  });
}
