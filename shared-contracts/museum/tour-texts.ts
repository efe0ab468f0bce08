import type { Language } from '../i18n/language.ts';
import { localize } from '../i18n/localize.ts';
import type { ExhibitionSummary } from './museum.ts';
import type { MuseumProfile } from './profile.ts';
import { exhibitionName } from './profile-texts.ts';

export interface TourDocument {
  id: string;
  title: string;
  exhibitionId?: string;
  roomId?: string;
  paragraphs: readonly string[];
  easy?: { title: string; paragraphs: readonly string[] };
  kids?: { title: string; paragraphs: readonly string[] };
}

export interface TourStop {
  id: string;
  title: string;
  /** In easy language or for children, if the visitor chose this and the museum has these texts. */
  paragraphs: readonly string[];
  isForKids?: true;
}

export interface TourTexts {
  language: Language;
  /** In order. A room without texts has no stops. */
  rooms: readonly { id: string; title: string; stops: readonly TourStop[] }[];
  /** The exhibition's texts outside all rooms, for visitors with time left. */
  others: readonly TourStop[];
}

interface TextsOptions {
  profile: MuseumProfile;
  exhibition: Pick<ExhibitionSummary, '_id' | 'name'> | undefined;
  documents: readonly TourDocument[];
  language: Language;
  isEasy?: boolean | undefined;
  answers: TourAnswers;
}

/** In the order of a tour. A museum without rooms has one room, its exhibition. */
export function tourTextsOf({ profile, exhibition, documents, language, isEasy, answers }: TextsOptions): TourTexts {
  const ofExhibition = exhibition ? documents.filter(({ exhibitionId }) => exhibitionId === exhibition._id) : [];
  const hasRooms = profile.rooms.length > 0;
  const rooms = hasRooms
    ? profile.rooms.map(({ id, name }) => ({
        id,
        title: localize(name, language),
        documents: documents.filter(({ roomId }) => roomId === id),
      }))
    : [{ id: exhibition?._id ?? '', title: exhibition ? exhibitionName(profile, exhibition, language) : '', documents: ofExhibition }];
  const isInRoom = (document: TourDocument) => rooms.some((room) => room.documents.includes(document));
  // If texts for children exist, children get these alone.
  const isForKids = valuesIn(answers.visitorType).includes('kids') && rooms.some((room) => room.documents.some(({ kids }) => kids));
  const stopsOf = (all: readonly TourDocument[], roomId?: string): TourStop[] => {
    const main = all.find(({ id }) => id === roomId) ?? all[0];
    return [...all]
      .sort((one, other) => Number(other === main) - Number(one === main))
      .flatMap(({ id, title, paragraphs, easy, kids }) => {
        const text = isForKids ? kids : (isEasy && easy) || { title, paragraphs };
        return text ? [{ id, title: text.title, paragraphs: text.paragraphs, ...(isForKids && { isForKids }) }] : [];
      });
  };
  return {
    language,
    rooms: rooms.map(({ id, title, documents: own }) => ({ id, title, stops: stopsOf(own, id) })),
    others: stopsOf(ofExhibition.filter((document) => !isInRoom(document))),
  };
}

/** The visitor's choices, as words (“kids”) or ids (“visitorType.kids”), separated by commas. */
export interface TourAnswers {
  time?: string | undefined;
  visitorType?: string | undefined;
  style?: string | undefined;
  goals?: string | undefined;
  artists?: string | undefined;
}

/** “goal.learn,goal.relax” → learn, relax. Full stops within a name stay (“J. S. Bach”). */
export function valuesIn(text = ''): string[] {
  return text
    .split(',')
    .map((value) => value.trim().replace(/^[A-Za-z]+\.(?=[a-z0-9-]+$)/, ''))
    .filter(Boolean);
}
