import glyphs from './glyphs.json';

/** A drawing of the composition, in one line width: small ones in a square of 24, those of answers in 32. */
export interface Glyph {
  /** Side of the square the paths are drawn in; 24 without. */
  box?: number;
  lines?: string;
  /** Parts filled with the text's colour. */
  solid?: string;
  isTurned?: boolean;
}

export type IconName = keyof typeof glyphs;

/** For names that come as data. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(glyphs, name);
}
