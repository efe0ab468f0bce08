import type { MuseumProfile } from '../../museum/profile.ts';

/** A name that speech recognition should expect, and its weight from 5 to 50. */
export interface Keyword {
  name: string;
  weight: number;
}

const ceiling = 50;

/**
 * The museum's names with their weights, heaviest first. Names that the visitor chose come half the way closer
 * to the ceiling, which keeps their order and never passes it.
 * @param chosenArtists options of the question `artistSelection`, `artist.<slug>`; unknown ones are passed over
 */
export function keywordsOf({ artists }: Pick<MuseumProfile, 'artists'>, chosenArtists: readonly string[] = []): Keyword[] {
  const chosen = new Set(chosenArtists);
  const weigh = (slug: string, weight: number) => (chosen.has(`artist.${slug}`) ? weight + Math.ceil((ceiling - weight) / 2) : weight);
  return artists.map(({ slug, name, weight }) => ({ name, weight: weigh(slug, weight) })).toSorted((a, b) => b.weight - a.weight);
}
