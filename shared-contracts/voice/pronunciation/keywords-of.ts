import type { MuseumProfile } from '../../museum/profile.ts';

const ceiling = 50;

/**
 * Names that speech recognition expects, with weights from 5 to 50, the heaviest first. Chosen names come half the way closer to the
 * ceiling, which keeps their order.
 * @param chosenArtists options of the question `artistSelection`, `artist.<slug>`
 */
export function keywordsOf({ artists }: Pick<MuseumProfile, 'artists'>, chosenArtists: readonly string[] = []) {
  const chosen = new Set(chosenArtists);
  const weigh = (slug: string, weight: number) => (chosen.has(`artist.${slug}`) ? weight + Math.ceil((ceiling - weight) / 2) : weight);
  return artists.map(({ slug, name, weight }) => ({ name, weight: weigh(slug, weight) })).toSorted((a, b) => b.weight - a.weight);
}
