import type { Language } from '../i18n/language.ts';
import { wordsOf } from '../kit/fold.ts';
import type { TourPlan, TourPosition } from './tour-plan.ts';

export const tourActions = ['begin', 'yes', 'no', 'next', 'back', 'again', 'skip', 'stay', 'stop', 'end'] as const;
export type TourAction = (typeof tourActions)[number];

/** A control sends the first words of its action as the visitor's message. */
export const tourWords: Readonly<Record<Language, Readonly<Record<TourAction, readonly [string, ...string[]]>>>> = {
  en: {
    begin: ['Begin the tour', 'Begin', 'Start'],
    yes: ['Yes'],
    no: ['No'],
    next: ['Next', 'Continue'],
    back: ['Back'],
    again: ['Again', 'Repeat that'],
    skip: ['Skip this', 'Skip'],
    stay: ['Stay here', 'Stay'],
    stop: ['Stop', 'Be quiet', 'Enough'],
    end: ['End the tour', 'End'],
  },
  de: {
    begin: ['Führung beginnen', 'Beginnen', 'Start'],
    yes: ['Ja'],
    no: ['Nein'],
    next: ['Weiter'],
    back: ['Zurück'],
    again: ['Noch einmal', 'Wiederholen'],
    skip: ['Überspringen'],
    stay: ['Hier bleiben', 'Bleiben'],
    stop: ['Stopp', 'Stop', 'Ruhe', 'Genug'],
    end: ['Führung beenden', 'Beenden'],
  },
  fr: {
    begin: ['Commencer la visite', 'Commencer'],
    yes: ['Oui'],
    no: ['Non'],
    next: ['Suivant', 'Continuer'],
    back: ['Retour'],
    again: ['Encore une fois', 'Répéter'],
    skip: ['Passer'],
    stay: ['Rester ici', 'Rester'],
    stop: ['Stop', 'Silence', 'Ça suffit'],
    end: ['Terminer la visite', 'Terminer'],
  },
};

/** The action's words must be the whole message, in any language. */
export function tourActionOf(message: string): TourAction | undefined {
  const said = wordsOf(message).join(' ');
  const isSaid = (action: TourAction) => (words: (typeof tourWords)[Language]) =>
    words[action].some((each) => wordsOf(each).join(' ') === said);
  return tourActions.find((action) => Object.values(tourWords).some(isSaid(action)));
}

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
