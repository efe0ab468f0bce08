import type { MuseumContent } from '../content/content.ts';
import { type GuideState, newGuideState } from '../guide/guide-state.ts';
import { newTour } from '../guide/old/tour-state.ts';

/** `[room 2/3 Painting Salon]` at the head of a summary: where the tour stood, counted from 1. */
const roomLine = /^\[room (\d{1,2})\/(\d{1,2}) [^\n\]]*\]/;

/**
 * What a conversation begins with that goes on from another one: the tour stands in the room the summary names.
 * What was told there is not known, so the room's stops begin anew. A room this museum does not have counts as none.
 */
export function stateAfter(summary: string | undefined, { profile }: Pick<MuseumContent, 'profile'>): GuideState {
  const [, number, count] = roomLine.exec(summary ?? '') ?? [];
  const room = Number(number) - 1;
  if (Number(count) !== profile.rooms.length || !(room >= 0 && room < profile.rooms.length)) return newGuideState;
  return { ...newGuideState, tour: { ...newTour, phase: 'telling', room } };
}
