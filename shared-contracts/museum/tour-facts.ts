import type { Language } from '../i18n/language.ts';
import type { TourPlan, TourPosition } from './tour-plan.ts';
import { tourActions, tourWords } from './tour-words.ts';

const wordsToName = tourActions.filter((action) => action !== 'stop');

/** For a language model that leads the tour: one fact on each line, in English. */
export function describeTour({ rooms, minutes, leftSeconds }: TourPlan, position: TourPosition | undefined, language: Language): string {
  const here = position && rooms[position.room];
  const coming = rooms.slice(position?.room ?? 0).map(({ title, told, stops }, at) => {
    const names = stops.map((stop) => `${stop.title} (${stop.length}, ${stop.words} words)`);
    return `Room ${(position?.room ?? 0) + at + 1} of ${rooms.length}, ${title}: ${told} stops told; to come: ${names.join('; ') || 'none'}.`;
  });
  return [
    `The whole tour takes about ${minutes} minutes. It passes the rooms in order; ask before each next room.`,
    ...coming,
    position && here
      ? `The visitor is in the room ${here.title}, ${position.told.length} stops so far. About ${Math.ceil(leftSeconds / 60)} minutes are left.`
      : 'The tour has not begun: offer to begin it.',
    `The visitor's words on the tour: ${wordsToName.map((action) => `${action} = “${tourWords[language][action][0]}”`).join(', ')}.`,
  ].join('\n');
}
