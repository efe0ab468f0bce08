import type { Source } from '@enfilade/shared-contracts/api/schemas';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { GuideAnswer, GuideState } from './guide-state.ts';
import type { Turn } from './turn.ts';
import { type Pace, paceOf } from './tour-speed.ts';
import { createSpeech, type LineValues, type Speech } from './old/speech.ts';
import { newTour, type TourState } from './old/tour-state.ts';

/** One answer of a tour in the making; it changes until it is finished, and nothing of it before. */
export interface Walk {
  readonly turn: Turn;
  readonly pace: Pace;
  readonly speech: Speech;
  readonly sources: Source[];
  /** What has been told. */
  state: GuideState;
  tour: TourState;
}

export function createWalk(turn: Turn): Walk {
  const { state, question } = turn;
  const tour = tourIn(turn);
  const walk: Walk = {
    turn,
    pace: paceOf(question),
    speech: createSpeech({ language: question.language, values: () => valuesOf(walk), said: state.said ?? [], turns: tour.turns }),
    sources: [],
    state,
    tour,
  };
  return walk;
}

/** A state may come from a museum with more rooms than this one. */
function tourIn({ state, content }: Turn): TourState {
  const tour = state.tour ?? newTour;
  return tour.room < content.profile.rooms.length ? tour : { ...newTour, turns: tour.turns };
}

export function isLastRoom({ turn, tour }: Walk): boolean {
  return tour.room >= turn.content.profile.rooms.length - 1;
}

export function roomIdOf({ turn, tour }: Walk): string {
  return turn.content.profile.rooms[tour.room]?.id ?? '';
}

function roomName({ turn }: Walk, room: number): string {
  const name = turn.content.profile.rooms[room]?.name;
  return name === undefined ? '' : localize(name, turn.question.language);
}

function valuesOf(walk: Walk): LineValues {
  const { content, question } = walk.turn;
  const { room, turns } = walk.tour;
  return {
    name: localize(content.profile.guideName, question.language),
    museum: content.museum.name,
    room: roomName(walk, room),
    next: roomName(walk, room + 1),
    number: String(room + 1),
    count: String(content.profile.rooms.length),
    turn: String(turns + 1),
  };
}

/** The answer as it stands, always with the room. */
export function finishWalk(walk: Walk): GuideAnswer {
  const { turn, tour, speech, state, sources } = walk;
  return {
    state: { ...state, said: speech.said(), tour: { ...tour, turns: tour.turns + 1 } },
    text: speech.text(),
    sources,
    room: { index: tour.room, count: turn.content.profile.rooms.length, name: roomName(walk, tour.room) },
  };
}
