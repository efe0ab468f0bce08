import type { Theme } from '@enfilade/shared-contracts/museum/theme';
import { clamp, hexToOklch, lerp, mix, type Oklch, oklchToHex } from './oklch.ts';

/** A museum's five colours, `#rrggbb` each. A dark background makes a negative picture. */
export type SceneTheme = Pick<Theme, 'primaryColor' | 'accentColor' | 'secondaryColor' | 'backgroundColor' | 'textColor'>;

/** A colour by shade: 0 is full light, 1 the deepest shadow. */
export type Material = (shade: number) => string;

/** What scenes are painted with. No scene writes a colour of its own. */
export interface Materials {
  dark: boolean;
  stone: Material;
  cloth: Material;
  wood: Material;
  gold: Material;
  ink: Material;
  glow: Material;
}

type Five = Record<'primary' | 'accent' | 'secondary' | 'background' | 'text', Oklch>;
type Height = (shade: number) => number;

/** Five museum colours become a few material ramps, mixed in OKLCH. */
export function materialsOf(theme: SceneTheme): Materials {
  const five: Five = {
    primary: hexToOklch(theme.primaryColor),
    accent: hexToOklch(theme.accentColor),
    secondary: hexToOklch(theme.secondaryColor),
    background: hexToOklch(theme.backgroundColor),
    text: hexToOklch(theme.textColor),
  };
  return five.background.L < 0.5 ? darkMaterials(five) : lightMaterials(five);
}

function lightMaterials({ primary, accent, secondary, background, text }: Five): Materials {
  const level: Height = (t) => 0.982 - 0.72 * t;
  const soft = softened(primary);
  const lamp = mix(background, accent, 0.3);
  const glowHue = lamp.C < 0.012 ? secondary.h : background.h;
  const paint = ramp(1);
  return {
    dark: false,
    stone: paint(
      [
        { ...secondary, C: Math.max(secondary.C, 0.012) },
        { ...soft, C: soft.C * 0.55 },
      ],
      1,
      level,
    ),
    cloth: paint([{ ...primary, C: primary.C * 0.8 }, primary], 1, (t) => 0.84 - 0.58 * t),
    wood: paint(woodOf(accent, soft), 0.85, level),
    gold: paint([accent, accent], 1, level),
    ink: (t) => oklchToHex({ L: level(t), C: text.C * 0.9, h: text.h }),
    glow: (t) => oklchToHex({ L: lerp(0.995, 0.95, t), C: lerp(0.008, Math.min(lamp.C, 0.035), t), h: glowHue }),
  };
}

function darkMaterials({ primary, accent, secondary, text }: Five): Materials {
  const level: Height = (t) => 0.62 - 0.5 * t ** 0.6;
  const soft = softened(primary);
  const paint = ramp(0.72);
  return {
    dark: true,
    stone: paint(
      [
        { ...mix(secondary, accent, 0.4), C: 0.042 },
        { ...soft, C: soft.C * 0.55 },
      ],
      1,
      level,
    ),
    cloth: paint([{ ...primary, C: primary.C * 0.8 }, primary], 1, level),
    wood: paint(woodOf(accent, soft), 0.85, level),
    gold: paint([accent, accent], 1.1, (t) => level(t * 0.75) + 0.08),
    ink: (t) => oklchToHex({ L: level(t), C: text.C * 0.9, h: text.h }),
    glow: (t) => oklchToHex({ L: lerp(0.86, 0.5, t), C: lerp(0.075, 0.09, t), h: accent.h }),
  };
}

const softened = (colour: Oklch): Oklch => ({ ...colour, C: Math.min(colour.C, 0.07) });

const woodOf = (accent: Oklch, soft: Oklch): [Oklch, Oklch] => [
  { ...accent, C: Math.min(accent.C, 0.11) },
  mix({ ...accent, C: Math.min(accent.C, 0.1) }, soft, 0.45),
];

/** Chroma swells in the middle tones, as on a lit surface, and thins towards light and shadow. */
function ramp(scale: number) {
  return ([from, to]: readonly [Oklch, Oklch], strength: number, height: Height): Material =>
    (t) => {
      const blend = mix(from, to, clamp(t * 1.15));
      const body = Math.sin(Math.PI * clamp(0.1 + t * 0.78)) ** 0.8;
      return oklchToHex({ L: height(t), C: blend.C * strength * lerp(0.35, 1, body) * scale, h: blend.h });
    };
}
