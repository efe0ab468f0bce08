import type { Theme } from '@enfilade/shared-contracts/museum/theme';
import { hexToOklch, type Oklch, oklchToHex } from './colour/oklch.ts';

/** How light each role is in the dark, and the most chroma it may keep there. */
const roles = {
  primaryColor: { L: 0.78, most: 0.11 },
  accentColor: { L: 0.8, most: 0.11 },
  secondaryColor: { L: 0.28, most: 0.02 },
  backgroundColor: { L: 0.17, most: 0.018 },
  textColor: { L: 0.94, most: 0.018 },
} as const;

const inRole = (role: keyof typeof roles, { C, h }: Oklch): string => oklchToHex({ L: roles[role].L, C: Math.min(C, roles[role].most), h });

/**
 * The same museum by night: hues stay, lightness is set by role. Ink becomes the wall and paper becomes the
 * writing, so the dark keeps the museum's own warmth. A museum that is dark by itself stays as it is.
 */
export function negativeOf(theme: Theme): Theme {
  const background = hexToOklch(theme.backgroundColor);
  if (background.L < 0.5) return theme;
  const secondary = hexToOklch(theme.secondaryColor);
  return {
    ...theme,
    primaryColor: inRole('primaryColor', hexToOklch(theme.primaryColor)),
    accentColor: inRole('accentColor', hexToOklch(theme.accentColor)),
    // A pale wall carries little chroma; in the dark it takes twice as much to be seen.
    secondaryColor: inRole('secondaryColor', { ...secondary, C: secondary.C * 2 }),
    backgroundColor: inRole('backgroundColor', hexToOklch(theme.textColor)),
    textColor: inRole('textColor', background),
  };
}
