import type { Tour } from '@enfilade/shared-contracts/api/schemas';
import { answerSeconds } from '@enfilade/shared-contracts/museum/tour-plan';
import { type TourStop, valuesIn } from '@enfilade/shared-contracts/museum/tour-texts';
import { coveredParagraphs, withCovered } from './guide-state.ts';
import type { TourLineId } from './language/language-data.ts';
import { sourceOf } from './quotes.ts';
import { isLastRoom, planOf, quote, roomIn, say, type TourPath } from './tour-path.ts';

export function enterRoom(path: TourPath): void {
  if (!tellNextStop(path) && roomIn(path)?.told === 0) say(path, 'no-texts');
  askOn(path);
}

/** Returns whether a stop was left. */
export function tellNextStop(path: TourPath): boolean {
  const here = path.tour.told.at(-1);
  const room = roomIn(path);
  const next = room?.stops.find(({ id }) => id !== here);
  const [paragraphs] = next?.answers ?? [];
  if (!next || !paragraphs) return false;
  if (room?.told === 0) addressVisitors(path);
  tell(path, stopOf(path, next.id), paragraphs);
  addThought(path);
  return true;
}

/** Tells more about the current stop, otherwise about its room, planned or not. Returns whether any text was left. */
export function tellMore(path: TourPath): boolean {
  const more = moreHere(path);
  if (more) tell(path, stopOf(path, more.id), more.paragraphs);
  return more !== undefined;
}

export function moreHere(path: TourPath): { id: string; paragraphs: readonly number[] } | undefined {
  const [next] = roomIn(path, planOf({ ...path, tour: { ...path.tour, isDone: false } }, true))?.stops ?? [];
  const [paragraphs] = next?.answers ?? [];
  return next && paragraphs && { id: next.id, paragraphs };
}

export const stopOf = ({ texts }: TourPath, id: string): TourStop | undefined =>
  [...texts.rooms.flatMap(({ stops }) => stops), ...texts.others].find((stop) => stop.id === id);

function tell(path: TourPath, stop: TourStop | undefined, paragraphs: readonly number[]): void {
  if (!stop) return;
  const { turn, tour } = path;
  const { language } = turn.question;
  const document = turn.index.documents.get(stop.id);
  const isNew = !tour.told.includes(stop.id);
  const quoted = paragraphs.map((paragraph) => ({ document: stop.id, paragraph, language, sentences: [stop.paragraphs[paragraph] ?? ''] }));
  for (const one of quoted) {
    const isOfStop = stop.isForKids || !document;
    const source = isOfStop ? { title: stop.title, document: stop.id } : sourceOf({ ...one, document }, turn.question);
    quote(path, one, source);
    path.state = withCovered(path.state, stop.id, one.paragraph);
  }
  path.seconds += answerSeconds(quoted.flatMap(({ sentences }) => sentences).join(' '), isNew);
  path.tour = { ...tour, told: [...tour.told.filter((id) => id !== stop.id), stop.id], last: quoted, isDone: false };
}

/** Returns false if the tour has said the line before. */
function sayOnce(path: TourPath, line: TourLineId): boolean {
  if (path.tour.said.includes(line)) return false;
  path.tour = { ...path.tour, said: [...path.tour.said, line] };
  say(path, line);
  return true;
}

function addressVisitors(path: TourPath): void {
  const { visitorType, goals } = path.turn.question;
  const who = valuesIn(visitorType);
  if (who.includes('kids')) sayOnce(path, 'kids');
  else if (who.includes('group')) sayOnce(path, 'group');
  if (!who.includes('kids') && valuesIn(goals).includes('relax')) sayOnce(path, 'relax');
}

/** Adds something to look for or to think about; one after the other for a visitor who wants both. */
function addThought(path: TourPath): void {
  const { visitorType, goals } = path.turn.question;
  if (valuesIn(visitorType).includes('kids')) return;
  (['explore', 'challenge'] as const).find((goal) => valuesIn(goals).includes(goal) && sayOnce(path, goal));
}

export function askOn(path: TourPath): void {
  const { tour } = path;
  const [next] = roomIn(path)?.stops ?? [];
  const inRoom = next?.id === tour.told.at(-1) ? 'more' : 'next-stop';
  if (!next && isLastRoom(path)) complete(path);
  else ask(path, next ? inRoom : 'next-room');
}

export function ask(path: TourPath, asks: Tour['asks']): void {
  path.tour = { ...path.tour, asks };
  sayQuestion(path);
}

export const complete = (path: TourPath): void => {
  path.tour = { ...path.tour, phase: 'over', asks: undefined };
  say(path, 'complete');
};

const questions: Readonly<Record<NonNullable<Tour['asks']>, TourLineId>> = {
  begin: 'ask-begin',
  more: 'ask-more',
  'next-stop': 'go-on',
  'next-room': 'ask-move',
};

export const sayQuestion = (path: TourPath): void => {
  const { asks } = path.tour;
  const asksBack = asks === 'next-stop' && valuesIn(path.turn.question.style).includes('interactive');
  if (asks && !(asksBack && sayOnce(path, 'ask-back'))) say(path, questions[asks]);
};

export function retell(path: TourPath, stop: TourStop | undefined): void {
  const heard = coveredParagraphs(path.state, stop?.id ?? '').toSorted((one, other) => one - other);
  tell(path, stop, heard.slice(0, 2));
}
