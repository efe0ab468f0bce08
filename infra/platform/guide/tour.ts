import type { Tour } from '@enfilade/shared-contracts/api/schemas';
import { answerSeconds } from '@enfilade/shared-contracts/museum/tour-plan';
import type { TourAction } from '@enfilade/shared-contracts/museum/tour-words';
import { type GuideReply, type GuideTurn, withCovered } from './guide-state.ts';
import type { PhraseId } from './language/language-data.ts';
import { continueDocument, isAdmission, isMood, type LookUpResult, lookUp, phraseOf } from './look-up.ts';
import { quotesOf, sourceOf, subjectOf } from './quotes.ts';
import { type IntentKind, readIntent, type TourIntent } from './tour-intents.ts';
import { createTourPath, finishTourPath, hasRooms, isLastRoom, planOf, quote, roomIn, say, type TourPath } from './tour-path.ts';
import { ask, askOn, complete, enterRoom, moreHere, retell, sayQuestion, stopOf, tellMore, tellNextStop } from './tour-stops.ts';

type TourStep = (path: TourPath) => void;

export function replyOnTour(turn: GuideTurn): GuideReply | undefined {
  const path = createTourPath(turn);
  if (!path) return undefined;
  const intent = readIntent(turn);
  if (intent && isStep(intent, path)) {
    path.tour = { ...path.tour, asides: 0 };
    path.action = actionOf(intent, path);
    if ('room' in intent) goToRoom(intent.room, path);
    else steps[path.tour.phase][intent.kind](path);
  } else {
    path.tour = { ...path.tour, asides: path.tour.asides + 1 };
    sayFound(path, isMore(intent) ? continueDocument(turn) : lookUp(turn));
  }
  return finishTourPath(path);
}

const isMore = (intent: TourIntent | undefined): boolean => intent !== undefined && 'kind' in intent && intent.kind === 'more';

/** Moods are not steps, and "tell me more" after an answer continues the answer. */
function isStep(intent: TourIntent, { turn, tour }: TourPath): boolean {
  if (isMood(turn)) return 'kind' in intent && intent.kind === 'skip';
  if (!isMore(intent)) return true;
  return tour.phase !== 'before' && (tour.asides === 0 || turn.state.covered.length === 0);
}

const actionsOfKinds: Partial<Record<IntentKind, TourAction>> = { 'next-room': 'next', more: 'yes', where: 'stay', filler: 'stay' };

function actionOf(intent: TourIntent, { tour }: TourPath): TourAction {
  if ('room' in intent) return intent.room < tour.room ? 'back' : 'next';
  // "Lead the way" during the tour.
  if (intent.kind === 'begin' && tour.phase === 'under-way') return 'yes';
  return actionsOfKinds[intent.kind] ?? (intent.kind as TourAction);
}

/** How often answers repeat the tour's question: twice before the tour, once after each step. */
const mostOffers = (phase: Tour['phase']) => (phase === 'before' ? 2 : 1);

function sayFound(path: TourPath, found: LookUpResult) {
  const { turn, tour } = path;
  if ('phrase' in found) return sayPhrase(path, found.phrase);
  for (const { document, paragraph, sentences } of quotesOf(turn, found.passages)) {
    const quoted = { document: document.id, paragraph, language: turn.question.language, sentences };
    quote(path, quoted, sourceOf({ document, paragraph }, turn.question));
    path.state = withCovered(path.state, document.id, paragraph);
    path.tour = { ...path.tour, last: [quoted] };
  }
  path.state = { ...path.state, subject: subjectOf(turn, path.said.join(' ')) };
  if (tour.asides <= mostOffers(tour.phase)) sayQuestion(path);
}

/** Only a greeting repeats the tour's question. */
function sayPhrase(path: TourPath, id: PhraseId): void {
  path.isUnanswered = isAdmission(id);
  const { turn, tour } = path;
  if (id === 'greeting') {
    say(path, tour.phase === 'before' ? 'hello' : 'greeting');
    sayQuestion(path);
  } else path.said.push(phraseOf(turn, id));
}

const begin: TourStep = (path) => {
  const { now = 0 } = path.turn.question;
  path.action = 'begin';
  path.tour = { ...path.tour, phase: 'under-way', room: 0, told: [], begunAt: now };
  say(path, hasRooms(path) ? 'welcome' : 'welcome-one');
  const { minutes, chosenMinutes, fills } = planOf(path);
  if (!fills && chosenMinutes !== undefined) say(path, minutes < chosenMinutes ? 'shorter' : 'longer', { minutes, chosen: chosenMinutes });
  enterRoom(path);
};

const goToNextRoom: TourStep = (path) => {
  if (isLastRoom(path)) return complete(path);
  path.tour = { ...path.tour, room: path.tour.room + 1, isDone: true };
  say(path, (roomIn(path)?.told ?? 0) > 0 ? 'returned' : 'arrival');
  path.seconds += answerSeconds('', false, true);
  enterRoom(path);
};

const goOn: TourStep = (path) => {
  path.tour = { ...path.tour, isDone: true };
  if (tellNextStop(path)) askOn(path);
  else goToNextRoom(path);
};

const skip: TourStep = (path) => {
  say(path, 'skip');
  goOn(path);
};

const sayYes: TourStep = (path) => {
  const { asks } = path.tour;
  if (asks === 'more') presentMore(path);
  // The guide presents the offered stop even if the plan has no time left.
  else if (asks === 'next-stop' && (tellNextStop(path) || tellMore(path))) askOn(path);
  else if (asks === 'next-room' || asks === 'next-stop') goToNextRoom(path);
  else goOn(path);
};

const sayNo: TourStep = (path) => {
  const { asks } = path.tour;
  if (asks === 'next-room') return stay(path);
  say(path, 'skip');
  path.tour = { ...path.tour, isDone: true };
  if (asks === 'more') askOn(path);
  else if (isLastRoom(path)) complete(path);
  else ask(path, 'next-room');
};

const stay: TourStep = (path) => {
  say(path, 'stay');
  if (moreHere(path)) ask(path, 'more');
  else path.tour = { ...path.tour, asks: undefined };
};

const presentMore: TourStep = (path) => {
  if (!tellMore(path)) say(path, 'all-said');
  if (path.tour.phase === 'under-way') askOn(path);
};

/** Later rooms come in their turn. */
function goToRoom(target: number, path: TourPath): void {
  const { phase, room } = path.tour;
  if (phase === 'before' && target === 0) begin(path);
  else if (phase !== 'before' && target === room) sayWhere(path);
  else if (phase !== 'before' && target < room) returnToRoom(target, path);
  else if (phase === 'under-way' && target === room + 1) goToNextRoom(path);
  else {
    say(path, 'stepwise');
    sayQuestion(path);
  }
}

/** Tells a new text of the room, otherwise its first stop again. */
function returnToRoom(room: number, path: TourPath): void {
  path.tour = { ...path.tour, phase: 'under-way', room, isDone: true };
  say(path, 'returned');
  const seen = path.texts.rooms[room]?.stops.find(({ id }) => path.tour.told.includes(id));
  if (!tellMore(path)) retell(path, seen);
  ask(path, 'next-room');
}

const goBack: TourStep = (path) => {
  const stop = stopOf(path, path.tour.told.at(-2) ?? '');
  if (!stop) {
    say(path, 'first-room');
    return sayQuestion(path);
  }
  const { rooms } = path.texts;
  const room = rooms.findIndex(({ stops }) => stops.includes(stop));
  path.tour = { ...path.tour, phase: 'under-way', room: room < 0 ? rooms.length - 1 : room };
  retell(path, stop);
  askOn(path);
};

const repeatLast: TourStep = (path) => {
  const { last } = path.tour;
  if (last.length === 0) return sayWhere(path);
  const { index, question } = path.turn;
  for (const quoted of last) {
    const document = index.documents.get(quoted.document);
    const text = (stopOf(path, quoted.document) ?? document)?.paragraphs[quoted.paragraph] ?? '';
    const sentences = quoted.language === question.language ? quoted.sentences : [text];
    quote(path, { ...quoted, sentences }, document && sourceOf({ ...quoted, document }, question));
  }
  sayQuestion(path);
};

function sayWhere(path: TourPath): void {
  const here = hasRooms(path) ? 'where' : 'where-one';
  say(path, path.tour.begunAt === undefined ? 'not-begun' : here);
  sayQuestion(path);
}

const beQuiet: TourStep = ({ turn, said }) => void said.push(phraseOf(turn, 'quiet'));

const end: TourStep = (path) => {
  if (path.tour.phase === 'before') return void path.said.push(phraseOf(path.turn, 'goodbye'));
  path.tour = { ...path.tour, phase: 'over', asks: undefined };
  say(path, 'farewell');
};

/** Resumes at the visitor's last position, or at the first room if no text is left. */
const resume: TourStep = (path) => {
  const rest = planOf(path).rooms.slice(path.tour.room);
  if (rest.every(({ stops }) => stops.length === 0)) {
    path.state = { ...path.state, covered: [] };
    return begin(path);
  }
  path.tour = { ...path.tour, phase: 'under-way' };
  say(path, 'resumed');
  goOn(path);
};

const sayAfterwards: TourStep = (path) => say(path, 'afterwards');

const presentLeftover: TourStep = (path) => {
  if (!tellMore(path)) sayAfterwards(path);
};

const askAgain: TourStep = (path) => (path.tour.asks ? sayQuestion(path) : sayWhere(path));

const wait: TourStep = (path) => {
  path.tour = { ...path.tour, asks: undefined };
  say(path, 'not-now');
};

const always = { where: sayWhere, again: repeatLast, stop: beQuiet, end };

const steps: Record<Tour['phase'], Record<IntentKind, TourStep>> = {
  before: {
    ...always,
    ...{ begin, yes: begin, next: begin, 'next-room': begin, no: wait },
    ...{ back: sayWhere, skip: sayWhere, stay: wait, more: sayWhere, filler: askAgain },
  },
  'under-way': {
    ...always,
    ...{ begin: sayYes, yes: sayYes, next: goOn, 'next-room': goToNextRoom, no: sayNo },
    ...{ back: goBack, skip, stay, more: presentMore, filler: askAgain },
  },
  over: {
    ...always,
    ...{ begin: resume, yes: sayAfterwards, next: sayAfterwards, 'next-room': sayAfterwards, no: sayAfterwards },
    ...{ back: goBack, skip: sayAfterwards, stay: sayAfterwards, more: presentLeftover, filler: sayAfterwards },
  },
};
