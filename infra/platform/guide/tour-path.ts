import type { Source } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { type GuideReply, type GuideState, type GuideTurn, hasBegun, newTour, type Passage, type TourState } from './guide-state.ts';
import { languageTexts, type TourLineId } from './language/language-data.ts';
import { lineKey } from './quotes.ts';
import { type TourSpeed, tourSpeedOf } from './tour-speed.ts';

/** One reply of a tour in the making: where it stands and what it says so far. */
export interface TourPath {
  readonly turn: GuideTurn;
  readonly speed: TourSpeed;
  readonly reply: ReplyText;
  sources: readonly Source[];
  readonly passages: Passage[];
  /** What has been quoted. */
  state: GuideState;
  tour: TourState;
  isUnanswered?: boolean;
}

export function createTourPath(turn: GuideTurn): TourPath {
  const { state, question } = turn;
  const tour = tourIn(turn);
  const path: TourPath = {
    turn,
    speed: tourSpeedOf(question),
    reply: createReplyText({
      language: question.language,
      values: () => valuesOf(path),
      lineKeys: state.lineKeys ?? [],
      turns: tour.turns,
    }),
    sources: [],
    passages: [],
    state,
    tour,
  };
  return path;
}

/** A state may come from a museum with more rooms than this one. */
function tourIn({ state, content }: GuideTurn): TourState {
  const tour = state.tour ?? newTour;
  return tour.room < content.profile.rooms.length ? tour : { ...newTour, turns: tour.turns };
}

export function isLastRoom({ turn, tour }: TourPath): boolean {
  return tour.room >= turn.content.profile.rooms.length - 1;
}

export function roomIdOf({ turn, tour }: TourPath): string {
  return turn.content.profile.rooms[tour.room]?.id ?? '';
}

function roomName({ turn }: TourPath, room: number): string {
  const name = turn.content.profile.rooms[room]?.name;
  return name === undefined ? '' : localize(name, turn.question.language);
}

function exhibitionName({ turn: { content, question } }: TourPath): string {
  const exhibition = content.exhibitions.find(({ _id }) => _id === question.exhibitionId);
  const name = exhibition && (content.profile.exhibitions[exhibition._id]?.name ?? exhibition.name);
  return name === undefined ? content.museum.name : localize(name, question.language);
}

function valuesOf(path: TourPath): LineValues {
  const { content, question } = path.turn;
  const { room, turns } = path.tour;
  return {
    name: localize(content.profile.guideName, question.language),
    museum: content.museum.name,
    exhibition: exhibitionName(path),
    room: roomName(path, room),
    next: roomName(path, room + 1),
    number: String(room + 1),
    count: String(content.profile.rooms.length),
    turn: String(turns + 1),
  };
}

/** The reply as it stands; with the room once the tour has begun: until then the visitor is at the exhibition they chose. */
export function finishTourPath(path: TourPath): GuideReply {
  const { turn, tour, reply, state, sources, passages } = path;
  return {
    state: { ...state, lineKeys: reply.lineKeys(), tour: { ...tour, turns: tour.turns + 1 } },
    text: reply.text(),
    ...(path.isUnanswered && { isUnanswered: true }),
    passages,
    sources,
    ...(hasBegun(tour) && { room: { index: tour.room, count: turn.content.profile.rooms.length, name: roomName(path, tour.room) } }),
  };
}

/** What fills the placeholders of the lines. */
type LineValues = Readonly<Record<'name' | 'museum' | 'exhibition' | 'room' | 'next' | 'number' | 'count' | 'turn', string>>;

/** The text of one reply. None of the tour's own lines was said before in the visit. */
export interface ReplyText {
  /** A line in a wording not used yet; when all are used up, one that names the reply's number. */
  say(id: TourLineId): void;
  /** The same, but nothing where all wordings are used up. */
  offer(id: TourLineId): void;
  /** Sentences of a text, also when they were said before: then they were asked for again. */
  quote(sentences: readonly string[]): void;
  text(): string;
  /** Keys of everything said in the visit, this reply included. */
  lineKeys(): string[];
}

interface ReplyTextOptions {
  language: Language;
  /** Asked for at every line: the tour may go to another room in the middle of a reply. */
  values(): LineValues;
  /** Keys of what was said before. */
  lineKeys: readonly string[];
  /** Replies given so far: the wordings begin elsewhere in each. */
  turns: number;
}

function createReplyText({ language, values, lineKeys, turns }: ReplyTextOptions): ReplyText {
  const keys = new Set(lineKeys);
  const parts: string[] = [];
  const lines = languageTexts[language].tour;
  const fill = (line: string, more: Record<string, string> = {}) =>
    line.replace(/\{(\w+)\}/g, (placeholder, name: string) => ({ ...values(), ...more })[name] ?? placeholder);
  const isNew = (line: string) => splitSentences(line).every((sentence) => !keys.has(lineKey(sentence)));
  const add = (line: string) => {
    parts.push(line);
    for (const sentence of splitSentences(line)) keys.add(lineKey(sentence));
  };
  // The wordings used in one reply differ, too.
  const rotated = (all: readonly string[]) => all.map((_, at) => all[(at + turns + parts.length) % all.length] ?? '');
  const fresh = (id: TourLineId) =>
    rotated(lines[id])
      .map((line) => fill(line))
      .find(isNew);
  const number = (line: string) => fill(lines.numbered[0] ?? '', { line });

  return {
    say(id) {
      // The first sentence suffices: only one is marked with the number.
      add(fresh(id) ?? number(splitSentences(fill(rotated(lines[id])[0] ?? ''))[0] ?? ''));
    },
    offer(id) {
      const line = fresh(id);
      if (line) add(line);
    },
    quote(sentences) {
      for (const sentence of sentences) add(sentence);
    },
    text: () => parts.join(' '),
    lineKeys: () => [...keys],
  };
}
