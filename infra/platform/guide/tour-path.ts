import { addToSources } from '@enfilade/shared-contracts/api/reply-events';
import type { Source, Tour } from '@enfilade/shared-contracts/api/schemas';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { exhibitionName } from '@enfilade/shared-contracts/museum/profile-texts';
import { formatTourMark } from '@enfilade/shared-contracts/museum/tour-mark';
import { type PlannedRoom, planTour, type TourPlan } from '@enfilade/shared-contracts/museum/tour-plan';
import { type TourTexts, tourTextsOf } from '@enfilade/shared-contracts/museum/tour-texts';
import { describeTour, type TourAction } from '@enfilade/shared-contracts/museum/tour-words';
import {
  type GuideQuestion,
  type GuideReply,
  type GuideState,
  type GuideTurn,
  newTour,
  type Passage,
  type QuotedPassage,
  type TourState,
} from './guide-state.ts';
import { fillPlaces, languageData, type TourLineId } from './language/language-data.ts';

export interface TourPath {
  readonly turn: GuideTurn;
  readonly texts: TourTexts;
  readonly said: string[];
  sources: readonly Source[];
  readonly passages: Passage[];
  state: GuideState;
  tour: TourState;
  action?: TourAction | undefined;
  /** Seconds of the texts in this reply. The plan holds the seconds of the later texts. */
  seconds: number;
  isUnanswered?: boolean;
}

export function createTourPath(turn: GuideTurn): TourPath | undefined {
  const { content, index, question, state } = turn;
  const exhibition = content.exhibitions.find(({ _id }) => _id === question.exhibitionId);
  const documents = [...index.documents.values()];
  const texts = tourTextsOf({ ...question, profile: content.profile, exhibition, documents, answers: question });
  if (texts.rooms.every(({ stops }) => stops.length === 0)) return undefined;
  return { turn, texts, said: [], sources: [], passages: [], state, tour: tourIn(state, texts), seconds: 0 };
}

/** The state's tour, or a new tour if the state is of other rooms: of another exhibition, or before the museum changed its rooms. */
function tourIn({ tour }: GuideState, { rooms }: TourTexts): TourState {
  const place = rooms.map(({ id }) => id).join(' ');
  if (tour && (tour.place ?? place) === place && tour.room < rooms.length) return { ...tour, place };
  return { ...newTour, place };
}

const dayMs = 24 * 60 * 60 * 1000;

/** @param isUnhurried plans without a limit of time */
export function planOf({ texts, turn: { question }, state, tour, seconds }: TourPath, isUnhurried = false): TourPlan {
  const spentMs = isUnhurried ? -dayMs : spentMsOf(question, tour) + 1000 * seconds;
  return planTour({ texts, answers: question, position: tour, spentMs, heard: state.covered });
}

const spentMsOf = ({ now = 0 }: GuideQuestion, { begunAt = now }: TourState): number => Math.max(0, now - begunAt);

export const roomIn = (path: TourPath, plan = planOf(path)): PlannedRoom | undefined => plan.rooms[path.tour.room];

export const isLastRoom = ({ texts, tour }: TourPath): boolean => tour.room >= texts.rooms.length - 1;

/** A museum without rooms has a tour of one room with the exhibition's name. */
export const hasRooms = ({ turn }: TourPath): boolean => turn.content.profile.rooms.length > 0;

function placeName({ content: { exhibitions, profile, museum }, question: { exhibitionId, language } }: GuideTurn): string {
  const exhibition = exhibitions.find(({ _id }) => _id === exhibitionId);
  return exhibition ? exhibitionName(profile, exhibition, language) : museum.name;
}

/** Names the room once the tour has begun. Until then the visitor is at the chosen exhibition. */
export function finishTourPath(path: TourPath): GuideReply {
  const { tour, said, state, sources, passages, texts } = path;
  const name = texts.rooms[tour.room]?.title ?? '';
  return {
    state: { ...state, tour },
    text: said.filter(Boolean).join(' '),
    ...(path.isUnanswered && { isUnanswered: true }),
    passages,
    sources,
    ...(tour.begunAt !== undefined && hasRooms(path) && { room: { index: tour.room, count: texts.rooms.length, name } }),
    tour: tellTour(path),
  };
}

function tellTour(path: TourPath): Tour {
  const { tour: after } = path;
  const plan = planOf(path);
  const { told = 0, stops = [] } = roomIn(path, plan) ?? {};
  const here = after.told.at(-1);
  const spentSeconds = Math.round(spentMsOf(path.turn.question, after) / 1000);
  return {
    ...(path.action && { action: path.action }),
    phase: after.phase,
    room: after.room + 1,
    rooms: path.texts.rooms.length,
    stop: told,
    stops: told + stops.filter(({ id }) => id !== here).length,
    leftSeconds: after.phase === 'over' ? Math.round(path.seconds) : Math.round(path.seconds + plan.leftSeconds),
    ...(after.asks && { asks: after.asks }),
    mark: formatTourMark({ ...after, spentSeconds, heard: path.state.covered }),
  };
}

export function tourFactsOf(turn: GuideTurn): string | undefined {
  const path = turn.question.visitMode === 'guided' ? createTourPath(turn) : undefined;
  return path && describeTour(planOf(path), path.tour.begunAt === undefined ? undefined : path.tour, turn.question.language);
}

export function say(path: TourPath, id: TourLineId, more: Readonly<Record<string, number>> = {}): void {
  const { content, question } = path.turn;
  const { tour, texts } = path;
  const values = {
    name: localize(content.profile.guideName, question.language),
    museum: content.museum.name,
    exhibition: placeName(path.turn),
    room: texts.rooms[tour.room]?.title ?? '',
    next: texts.rooms[tour.room + 1]?.title ?? '',
    number: tour.room + 1,
    count: texts.rooms.length,
    ...more,
  };
  path.said.push(fillPlaces(languageData[question.language].tour[id], values));
}

export function quote(path: TourPath, { document, paragraph, sentences }: QuotedPassage, source: Source | undefined): void {
  path.said.push(sentences.join(' '));
  path.passages.push({ document, paragraph });
  if (source) path.sources = addToSources(path.sources, source);
}
