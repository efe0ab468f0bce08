import glyphs from './glyphs.json';

export interface Glyph {
  /** Side of the drawing's square [24]. */
  box?: number;
  lines?: string;
  /** Paths filled with the text's colour. */
  solid?: string;
  isTurned?: boolean;
}

export type IconName = keyof typeof glyphs;

/** For names that come from data. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(glyphs, name);
}
