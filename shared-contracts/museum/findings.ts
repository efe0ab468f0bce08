import type { MuseumProfile, NumberedObject } from './profile.ts';

/** What every visitor needs to know of a house; each is told where the museum says it. */
export const practicalTopics = ['hours', 'price', 'toilets', 'food', 'access'] as const;

/** Whether a museum tells anything that its visitors look for. */
export const hasFindings = ({ practical = {}, objects = [] }: Pick<MuseumProfile, 'practical' | 'objects'>): boolean =>
  Object.keys(practical).length > 0 || objects.length > 0;

/** The object of a number; without one the nearest to it, of two the smaller. */
export function findObject(objects: readonly NumberedObject[] = [], number: number): { found?: NumberedObject; nearest?: NumberedObject } {
  const found = objects.find((one) => one.number === number);
  if (found) return { found };
  const far = (one: NumberedObject) => Math.abs(one.number - number);
  const [nearest] = [...objects].sort((one, other) => far(one) - far(other) || one.number - other.number);
  return nearest ? { nearest } : {};
}
