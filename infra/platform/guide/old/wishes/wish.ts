/** What a visitor on a tour can want of the guide besides an answer. */
export type WishKind = 'begin' | 'yes' | 'no' | 'next' | 'next-room' | 'back' | 'where' | 'again' | 'stop' | 'more' | 'filler';

/** How a language says them. Everything is matched against folded words with single spaces. */
export interface WishWords {
  /** Words that may stand before or after without changing what is meant. */
  pads: readonly string[];
  /** Words that mean nothing by themselves: what is typed or heard while somebody thinks. */
  fillers: readonly string[];
  /** Alternatives a line, as expressions; the whole message must be one. A room's name comes as the language's word for a room. */
  phrases: Readonly<Record<Exclude<WishKind, 'filler'>, string>>;
}
