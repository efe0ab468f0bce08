export const practicalTopics = ['hours', 'price', 'toilets', 'food', 'access'] as const;

/** Document id of a profile's practical information. Each available topic is a paragraph. */
export const profileDocumentId = 'profile.json';

export const toldTopics = (practical: Partial<Record<(typeof practicalTopics)[number], unknown>> = {}) =>
  practicalTopics.filter((topic) => practical[topic] !== undefined);

interface Findings {
  practical?: object | undefined;
  objects?: readonly unknown[] | undefined;
  showsTexts?: boolean | undefined;
}

/** Position of a guided tour in the profile's rooms, from 0. */
export interface TourProgress {
  here: number | undefined;
  /** The last visited room, below 0 before the first room. */
  farthest: number;
}

export const hasFindings = ({ practical = {}, objects = [], showsTexts = false }: Findings): boolean =>
  Object.keys(practical).length > 0 || objects.length > 0 || showsTexts;

/** The object of a number, or else the nearest one or two objects, the smaller number first. */
export function findObject<Numbered extends { number: number }>(
  objects: readonly Numbered[] | undefined,
  number: number,
): { found?: Numbered; nearest: readonly Numbered[] } {
  const found = objects?.find((one) => one.number === number);
  if (found) return { found, nearest: [] };
  const far = (one: Numbered) => Math.abs(one.number - number);
  const [nearest, ...others] = [...(objects ?? [])].sort((one, other) => far(one) - far(other) || one.number - other.number);
  return { nearest: nearest ? [nearest, ...others.filter((one) => far(one) === far(nearest))] : [] };
}
