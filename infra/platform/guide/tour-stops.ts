import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { coveredParagraphs, type GuideTurn, type QuotedPassage, withCovered } from './guide-state.ts';
import { byLanguage, languageIntents } from './language/language-data.ts';
import { easySentences, sourceOf } from './quotes.ts';
import { isLastRoom, roomIdOf, type TourPath } from './tour-path.ts';
import type { TourSpeed } from './tour-speed.ts';
import { fold, wordsOf } from './words/fold.ts';
import { isQuestion, pickExcerpt } from './words/sentences.ts';

/** The next stop of the room, framed as the visitor likes it, and what to do after it. */
export function presentStop(path: TourPath): void {
  const stop = nextStopIn(path);
  if (!stop) {
    path.reply.say('all-said');
    leaveRoom(path);
    return;
  }
  introduceStop(path);
  // The visitor has not asked what the paragraph begins with.
  if (isQuestion(stop.sentences[0] ?? '')) path.reply.say('asked');
  presentPassage(path, stop);
  path.tour = { ...path.tour, phase: 'in-room', stops: path.tour.stops + 1 };
  addThought(path);
  if (path.tour.stops >= path.speed.stopsIn(path.tour.room) || !nextStopIn(path)) leaveRoom(path);
  else if (path.speed.style === 'asking') path.reply.offer('ask-back');
  else if (path.speed.style === 'waiting') path.reply.offer('ready');
}

/** One more paragraph of the room outside the count of stops; whether there was one. */
export function presentExtra(path: TourPath): boolean {
  const stop = nextStopIn(path);
  if (stop) presentPassage(path, stop);
  return stop !== undefined;
}

export function presentPassage(path: TourPath, passage: QuotedPassage): void {
  const document = path.turn.index.documents.get(passage.document);
  path.reply.quote(passage.sentences);
  path.state = withCovered(path.state, passage.document, passage.paragraph);
  path.tour = { ...path.tour, last: passage };
  path.passages.push({ document: passage.document, paragraph: passage.paragraph });
  if (document && !path.sources.some((source) => source.document === document.id))
    path.sources.push(sourceOf(document, path.turn.question));
}

/** Asks before the next room; after the last one says goodbye. */
export function leaveRoom(path: TourPath): void {
  const isOver = isLastRoom(path);
  path.tour = { ...path.tour, phase: isOver ? 'complete' : 'leaving' };
  path.reply.say(isOver ? 'farewell' : 'ask-move');
}

function nextStopIn(path: TourPath): QuotedPassage | undefined {
  return nextStop({ ...path.turn, state: path.state }, roomIdOf(path), path.speed);
}

function introduceStop({ speed, tour, reply }: TourPath): void {
  const isFirst = tour.stops === 0;
  if (speed.audience === 'kids') reply.offer('kids');
  else if (speed.audience === 'group' && isFirst) reply.offer('group');
  if (speed.audience !== 'kids' && speed.goals.includes('relax') && isFirst) reply.offer('relax');
}

/** Something to look for, or to think about; in turn where the visitor wants both. */
function addThought({ speed, tour, reply }: TourPath): void {
  const wanted = (['explore', 'challenge'] as const).filter((goal) => speed.goals.includes(goal));
  const thought = wanted[tour.turns % Math.max(1, wanted.length)];
  if (thought) reply.offer(thought);
}

/** The paragraph of a room, not quoted yet, that suits the visitor best; undefined where there is none. */
function nextStop(turn: GuideTurn, roomId: string, speed: TourSpeed): QuotedPassage | undefined {
  const { language } = turn.question;
  const documents = [...turn.index.documents.values()].filter((document) => document.roomId === roomId);
  const main = documents.find(({ id }) => id === roomId) ?? documents[0];
  const [best] = documents
    .flatMap((document) => {
      const covered = coveredParagraphs(turn.state, document.id);
      const worthOfPosition = (paragraph: number) => (document === main && paragraph === 0 ? introductionWorth : -paragraph * orderWorth);
      return document.paragraphs
        .map((text, paragraph) => ({
          document,
          paragraph,
          text,
          worth: worthOf(text, speed, language) + worthOfPosition(paragraph),
        }))
        .filter(({ paragraph }) => !covered.includes(paragraph));
    })
    .sort((one, other) => other.worth - one.worth);
  if (!best) return undefined;
  const { document, paragraph, text } = best;
  const sentences = easySentences(document, paragraph, turn.question) ?? stopSentences(text, speed);
  return { document: document.id, paragraph, language, sentences };
}

/** Where all else is equal, what a document says first comes first. */
const orderWorth = 0.01;
/** A room begins with what it is, unless a chosen artist is named elsewhere and here is not. */
const introductionWorth = 5;
const artistWorth = 6;

/** What the choice of a paragraph reads of it. */
interface Traits {
  words: ReadonlySet<string>;
  folded: string;
  averageLength: number;
  asks: boolean;
}

const cachedTraits = new Map<string, Traits>();

/** Cached: every turn of every tour looks at the same paragraphs again. */
function traitsOf(text: string): Traits {
  const cached = cachedTraits.get(text);
  if (cached) return cached;
  const sentences = splitSentences(text);
  const words = wordsOf(text);
  const traits = {
    words: new Set(words),
    folded: fold(text),
    averageLength: words.length / Math.max(1, sentences.length),
    asks: isQuestion(sentences[0] ?? ''),
  };
  cachedTraits.set(text, traits);
  return traits;
}

function worthOf(text: string, { goals, artists, audience, style }: TourSpeed, language: Language): number {
  const { words, folded, averageLength, asks } = traitsOf(text);
  const names = artists.some((artist) => words.has(artist)) ? artistWorth : 0;
  const suits = goals.filter((goal) => signs[language][goal]?.test(folded)).length;
  const isPlain = audience === 'kids' && averageLength <= plainLength;
  // A visitor who wants to listen is not asked.
  return names + suits + (isPlain ? 0.5 : 0) - (style === 'listening' && asks ? 1 : 0);
}

const signs = byLanguage((language) =>
  Object.fromEntries(Object.entries(languageIntents[language].goalSigns).map(([goal, pattern]) => [goal, new RegExp(pattern)])),
);

/** The sentences of a paragraph that make a stop: its beginning, for children its plainest part. */
export function stopSentences(text: string, { sentences, audience }: TourSpeed): string[] {
  const worth = audience === 'kids' ? plainness : () => 0;
  const excerpt = splitSentences(pickExcerpt(text, sentences, worth));
  const all = splitSentences(text);
  const [lead = ''] = all;
  // On a tour the visitor has not asked the question a paragraph begins with.
  return isQuestion(lead) && excerpt[0] === all[1] ? [lead, ...excerpt] : excerpt;
}

const plainLength = 14;
const longWord = 11;

/** Below 0; the nearer, the plainer: few words, and short ones. */
function plainness(sentence: string): number {
  const words = wordsOf(sentence);
  return -words.length - 3 * words.filter((word) => word.length >= longWord).length;
}
