/** What every visitor needs to know of a house; each is told where the museum says it. */
export const practicalTopics = ['hours', 'price', 'toilets', 'food', 'access'] as const;

/** As whose source the guide names a profile's practical information: each topic that is told is a paragraph. */
export const profileDocumentId = 'profile.json';

/** The topics that a museum tells something of, in their order. */
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

/** Whether a museum tells anything that its visitors look for. */
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
