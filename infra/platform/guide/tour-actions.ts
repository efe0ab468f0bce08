import type { LineId } from './old/lines/line-id.ts';
import { stopSentences } from './tour-stops.ts';
import { leaveRoom, tellExtra, tellPassage, tellStop } from './old/tell-stop.ts';
import type { TourPhase } from './old/tour-state.ts';
import { isLastRoom, type Walk } from './tour-path.ts';

/** What the guide does in one turn of the tour. */
export type Act = (walk: Walk) => void;

export const begin: Act = (walk) => {
  walk.tour = { ...walk.tour, phase: 'telling', room: 0, stops: 0 };
  walk.speech.say('welcome');
  tellStop(walk);
};

export const moveOn: Act = (walk) => {
  if (isLastRoom(walk)) return leaveRoom(walk);
  walk.tour = { ...walk.tour, phase: 'telling', room: walk.tour.room + 1, stops: 0 };
  walk.speech.say('arrival');
  tellStop(walk);
};

/** Back in a room that was seen: one thing more, if there is one, and the way on. */
export const returnTo =
  (room: number): Act =>
  (walk) => {
    walk.tour = { ...walk.tour, phase: 'leaving', room, stops: walk.pace.stopsIn(room) };
    walk.speech.say('returned');
    if (!tellExtra(walk)) walk.speech.say('all-told');
    leaveRoom(walk);
  };

export const goBack: Act = (walk) => {
  if (walk.tour.room > 0) return returnTo(walk.tour.room - 1)(walk);
  walk.speech.say('first-room');
  offerToGoOn(walk);
};

/** A room asked for by name: the next one at once, an earlier one again, a later one in its turn. */
export const goTo =
  (target: number): Act =>
  (walk) => {
    const { phase, room } = walk.tour;
    if (phase === 'waiting') return goToBeforeStart(target)(walk);
    if (target === room + 1) return moveOn(walk);
    if (target === room) return tellWhere(walk);
    if (target < room) return returnTo(target)(walk);
    walk.speech.say('stepwise');
    leaveRoom(walk);
  };

const goToBeforeStart =
  (target: number): Act =>
  (walk) => {
    if (target === 0) return begin(walk);
    walk.speech.say('stepwise');
    offerToGoOn(walk);
  };

export const stay: Act = (walk) => {
  walk.speech.say('stay');
  if (walk.tour.phase === 'waiting') return offerToGoOn(walk);
  if (!tellExtra(walk)) walk.speech.say('all-told');
};

export const skipRest: Act = (walk) => {
  walk.speech.say('skip');
  leaveRoom(walk);
};

export const tellMore: Act = (walk) => {
  if (!tellExtra(walk)) walk.speech.say('all-told');
  offerToGoOn(walk);
};

export const tellWhere: Act = (walk) => {
  walk.speech.say('where');
  offerToGoOn(walk);
};

export const tellAgain: Act = (walk) => {
  const { last } = walk.tour;
  const document = last && walk.turn.index.documents.get(last.document);
  if (!last || !document) return tellWhere(walk);
  const { language } = walk.turn.question;
  const text = document.paragraphs[last.paragraph] ?? document.paragraphs[0] ?? '';
  const sentences = last.language === language ? last.sentences : stopSentences(text, walk.pace);
  tellPassage(walk, { ...last, language, sentences });
  offerToGoOn(walk);
};

export const sayGoodbye: Act = (walk) => {
  walk.tour = { ...walk.tour, phase: walk.tour.phase === 'complete' ? 'complete' : 'stopped' };
  walk.speech.say('farewell');
};

/** The visitor had ended the tour and wants it after all. */
export const resume: Act = (walk) => {
  const { room, stops } = walk.tour;
  if (room === 0 && stops === 0) return begin(walk);
  walk.speech.say('resumed');
  if (stops < walk.pace.stopsIn(room)) return tellStop(walk);
  leaveRoom(walk);
};

export const sayAfterwards: Act = (walk) => walk.speech.say('afterwards');

/** Once the tour was told, more only where something is left. */
export const tellLeftover: Act = (walk) => {
  if (!tellExtra(walk)) walk.speech.say('all-told');
};

const offers: Partial<Record<TourPhase, LineId>> = { waiting: 'ask-begin', telling: 'go-on', leaving: 'ask-move' };

/** Takes the tour up where it stands; once it is over there is nothing to take up. */
export const offerToGoOn: Act = (walk) => {
  const offer = offers[walk.tour.phase];
  if (offer) walk.speech.say(offer);
};
