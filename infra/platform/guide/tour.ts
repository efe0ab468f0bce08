import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { type GuideReply, type GuideTurn, hasBegun, type TourPhase } from './guide-state.ts';
import type { PhraseId, TourLineId } from './language/language-data.ts';
import { continueDocument, isAdmission, isMood, type LookUpResult, lookUp, phraseOf } from './look-up.ts';
import { easySentences, quotesOf, subjectOf } from './quotes.ts';
import { type IntentKind, readIntent } from './tour-intents.ts';
import { createTourPath, finishTourPath, isLastRoom, type TourPath } from './tour-path.ts';
import { leaveRoom, presentExtra, presentPassage, presentStop, stopSentences } from './tour-stops.ts';

type TourAction = (path: TourPath) => void;
type RoomAction = (room: number, path: TourPath) => void;

/** One reply of a museum's guided tour: a step of the path, or an answer after which the tour continues where it was. */
export function replyOnTour(turn: GuideTurn): GuideReply {
  const path = createTourPath(turn);
  const intent = isMood(turn) ? undefined : readIntent(turn);
  const asides = path.tour.asides ?? 0;
  const isMore =
    intent && 'kind' in intent && intent.kind === 'more' && (asides > 0 || path.tour.phase === 'waiting') && turn.state.covered.length > 0;
  if (!intent || isMore) {
    path.tour = { ...path.tour, asides: asides + 1 };
    sayFound(path, isMore ? continueDocument(turn) : lookUp(turn));
  } else {
    path.tour = { ...path.tour, asides: 0 };
    if ('room' in intent) goToRoom(intent.room, path);
    else actions[path.tour.phase][intent.kind](path);
  }
  return finishTourPath(path);
}

/** How often the way on is offered: before the tour twice, later once after each step. */
const mostOffers = (phase: TourPhase) => (phase === 'waiting' ? 2 : 1);

function sayFound(path: TourPath, found: LookUpResult): void {
  const { turn } = path;
  if ('phrase' in found) {
    sayPhrase(path, found.phrase);
    return;
  }
  for (const { document, paragraph, sentences } of quotesOf(turn, found.passages))
    presentPassage(path, { document: document.id, paragraph, language: turn.question.language, sentences });
  path.state = { ...path.state, subject: subjectOf(turn, path.reply.text()) };
  if ((path.tour.asides ?? 0) <= mostOffers(path.tour.phase)) offerToContinue(path);
}

function sayPhrase(path: TourPath, id: PhraseId): void {
  path.isUnanswered = isAdmission(id);
  if (id === 'goodbye') sayGoodbye(path);
  else if (id === 'greeting' && path.tour.phase === 'waiting') begin(path);
  else if (id === 'exhausted' || id === 'thanks' || id === 'greeting') path.reply.say(id);
  else path.reply.quote(splitSentences(phraseOf(path.turn, id)));
}

function begin(path: TourPath): void {
  path.tour = { ...path.tour, phase: 'in-room', room: 0, stops: 0, asides: 0 };
  path.reply.say('welcome');
  presentStop(path);
}

const goToNextRoom: TourAction = (path) => {
  if (isLastRoom(path)) return leaveRoom(path);
  path.tour = { ...path.tour, phase: 'in-room', room: path.tour.room + 1, stops: 0 };
  path.reply.say('arrival');
  presentStop(path);
};

/** Back in a room that was seen: one thing more, if there is one, and the offer of the next room. */
function returnToRoom(room: number, path: TourPath): void {
  path.tour = { ...path.tour, phase: 'leaving', room, stops: path.speed.stopsIn(room) };
  path.reply.say('returned');
  if (!presentExtra(path)) path.reply.say('all-said');
  leaveRoom(path);
}

const goBack: TourAction = (path) => {
  if (path.tour.room > 0) return returnToRoom(path.tour.room - 1, path);
  path.reply.say('first-room');
  offerToContinue(path);
};

/** A room asked for by name: the next one at once, an earlier one again, a later one in its turn. */
const goToRoom: RoomAction = (target, path) => {
  const { phase, room } = path.tour;
  if (phase === 'waiting') {
    if (target === 0) return begin(path);
    path.reply.say('stepwise');
    return offerToContinue(path);
  }
  if (target === room + 1) return goToNextRoom(path);
  if (target === room) return sayWhere(path);
  if (target < room) return returnToRoom(target, path);
  path.reply.say('stepwise');
  leaveRoom(path);
};

const stay: TourAction = (path) => {
  path.reply.say('stay');
  if (!presentExtra(path)) path.reply.say('all-said');
};

/** No tour, or not yet: the offer is not made again at once. */
const wait: TourAction = (path) => path.reply.say('not-now');

function skipRest(path: TourPath): void {
  path.reply.say('skip');
  leaveRoom(path);
}

function presentMore(path: TourPath): void {
  presentLeftover(path);
  offerToContinue(path);
}

/** Once the tour is over, more only where something is left. */
function presentLeftover(path: TourPath): void {
  if (!presentExtra(path)) path.reply.say('all-said');
}

function sayWhere(path: TourPath): void {
  path.reply.say(hasBegun(path.tour) ? 'where' : 'not-begun');
  offerToContinue(path);
}

const repeatLast: TourAction = (path) => {
  const { last } = path.tour;
  const document = last && path.turn.index.documents.get(last.document);
  if (!last || !document) return sayWhere(path);
  const { language } = path.turn.question;
  const easy = easySentences(document, last.paragraph, path.turn.question);
  const text = document.paragraphs[last.paragraph] ?? document.paragraphs[0] ?? '';
  const sentences = easy ?? (last.language === language ? last.sentences : stopSentences(text, path.speed));
  presentPassage(path, { ...last, language, sentences });
  offerToContinue(path);
};

function sayGoodbye(path: TourPath): void {
  const { phase } = path.tour;
  const begun = hasBegun(path.tour);
  path.tour = { ...path.tour, phase: phase === 'complete' ? 'complete' : 'stopped' };
  // No tour ends that never began.
  if (begun) path.reply.say('farewell');
  else path.reply.quote(splitSentences(phraseOf(path.turn, 'goodbye')));
}

/** The visitor had ended the tour and wants it after all. */
const resume: TourAction = (path) => {
  const { room, stops } = path.tour;
  if (room === 0 && stops === 0) return begin(path);
  path.reply.say('resumed');
  if (stops < path.speed.stopsIn(room)) return presentStop(path);
  leaveRoom(path);
};

const sayAfterwards = (path: TourPath): void => path.reply.say('afterwards');

const offers: Partial<Record<TourPhase, TourLineId>> = { waiting: 'ask-begin', 'in-room': 'go-on', leaving: 'ask-move' };

/** Offers what comes next where the tour stands; once it is over there is nothing to offer. */
function offerToContinue(path: TourPath): void {
  const offer = offers[path.tour.phase];
  if (offer) path.reply.say(offer);
}

const always = { where: sayWhere, again: repeatLast, back: goBack, stop: sayGoodbye };
const afterwards = { yes: sayAfterwards, no: sayAfterwards, filler: sayAfterwards, stop: sayAfterwards, more: presentLeftover };

/** What each intent does in each phase of the tour. */
const actions: Record<TourPhase, Record<IntentKind, TourAction>> = {
  waiting: { ...always, back: begin, begin, yes: begin, next: begin, 'next-room': begin, more: begin, filler: begin, no: wait },
  'in-room': {
    ...always,
    ...{ begin: presentStop, yes: presentStop, next: presentStop, more: presentStop, filler: presentStop },
    'next-room': goToNextRoom,
    no: skipRest,
  },
  leaving: {
    ...always,
    ...{ begin: goToNextRoom, yes: goToNextRoom, next: goToNextRoom, 'next-room': goToNextRoom },
    more: presentMore,
    filler: offerToContinue,
    no: stay,
  },
  stopped: { ...always, ...afterwards, begin: resume, next: resume, 'next-room': resume },
  complete: { ...always, ...afterwards, begin, next: sayAfterwards, 'next-room': sayAfterwards },
};
