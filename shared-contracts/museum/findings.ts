/** Practical information that visitors need; each topic is shown if the museum has a text for it. */
export const practicalTopics = ['hours', 'price', 'toilets', 'food', 'access'] as const;

/** Source name of a profile's practical information: each available topic is a paragraph. */
export const profileDocumentId = 'profile.json';

/** The topics for which a museum has texts, in their order. */
export const toldTopics = (practical: Partial<Record<(typeof practicalTopics)[number], unknown>> = {}) =>
  practicalTopics.filter((topic) => practical[topic] !== undefined);

/** Of a profile. */
interface Findings {
  practical?: object | undefined;
  objects?: readonly unknown[] | undefined;
  showsTexts?: boolean | undefined;
}

/** Where a guided tour is, by the profile's rooms from 0. */
export interface TourProgress {
  /** Undefined before its first room. */
  here: number | undefined;
  /** The last room that was seen; below 0 before the first. */
  farthest: number;
}

/** Whether a museum has any practical information. */
export const hasFindings = ({ practical = {}, objects = [], showsTexts = false }: Findings): boolean =>
  Object.keys(practical).length > 0 || objects.length > 0 || showsTexts;

/** The object of a number; without one the nearest to it: one, or two that are equally far, the smaller first. */
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
