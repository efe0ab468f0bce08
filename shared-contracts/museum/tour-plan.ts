import type { Language } from '../i18n/language.ts';
import { fold, wordsOf } from '../kit/fold.ts';
import { type TourAnswers, type TourStop, type TourTexts, valuesIn } from './tour-texts.ts';

/** Speaking rate for listeners who look at works at the same time. Conversation has about 150. */
const spokenWordsPerMinute = 130;
/** The median look at a work in the Metropolitan Museum: Smith and Smith, “Spending Time on Art”, 2001. */
const lookingSeconds = 17;
/** Twenty metres at 0.65 m/s: half of a comfortable gait (Bohannon 1997), because visitors look on the way. */
const walkingSeconds = 30;
/** For the guide's question of about ten words and the visitor's answer. */
const askingSeconds = 8;
/** Maximum number of words in one answer. Audio guides keep a stop to 60 to 90 s. Visitors who prefer to listen get fewer questions. */
const answerWords = { asked: 110, listening: 170 };
/** Duration if the museum does not ask for the time. */
const unhurriedMinutes = 15;
/** A plan fills the chosen time if its duration differs by up to this share. */
const tolerance = 0.15;

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** @param isNew the stop is new to the visitor @param isArrival the visitor walks to the stop's room first */
export function answerSeconds(text: string, isNew: boolean, isArrival = false): number {
  const spoken = (wordsIn(text) * 60) / spokenWordsPerMinute;
  return spoken + (isNew ? lookingSeconds : 0) + (isArrival ? walkingSeconds : askingSeconds);
}

function chosenMinutesIn({ time }: TourAnswers): number | undefined {
  const [chosen = ''] = valuesIn(time);
  return ['5', '10', '15', '30'].includes(chosen) ? Number(chosen) : undefined;
}

export interface TourPosition {
  /** From 0. */
  room: number;
  /** Ids of the stops so far, the current stop last. */
  told: readonly string[];
  /** The visitor is done with the last stop. */
  isDone?: boolean;
}

/** Paragraphs that the visitor heard in the tour or in answers, from 0. */
export type HeardParagraphs = readonly { readonly document: string; readonly paragraphs: readonly number[] }[];

/** `short`: the first paragraph. `whole`: one answer. `more`: the whole text in several answers. */
export type StopLength = 'short' | 'whole' | 'more';

export interface PlannedStop {
  id: string;
  title: string;
  length: StopLength;
  words: number;
  seconds: number;
  answers: readonly (readonly number[])[];
}

export interface PlannedRoom {
  id: string;
  title: string;
  told: number;
  /** Stops to come. The current stop comes first if more of its text is planned. */
  stops: readonly PlannedStop[];
}

export interface TourPlan {
  /** Rooms before the position have no stops to come. */
  rooms: readonly PlannedRoom[];
  leftSeconds: number;
  /** Duration of the whole tour, including the spent time. */
  minutes: number;
  chosenMinutes?: number;
  fills: boolean;
}

interface PlanOptions {
  texts: TourTexts;
  answers: TourAnswers;
  position?: TourPosition;
  spentMs?: number;
  heard?: HeardParagraphs;
}

/** Every room in order, and stops by weight, each at a length that its text allows. Less time makes the plan shorter, spare time longer. */
export function planTour({ texts, answers, position = { room: 0, told: [] }, spentMs = 0, heard = [] }: PlanOptions): TourPlan {
  const chosenMinutes = chosenMinutesIn(answers);
  const spentSeconds = spentMs / 1000;
  const chosenSeconds = 60 * (chosenMinutes ?? unhurriedMinutes);
  const rooms = candidatesOf({ texts, answers, position, heard });
  const coming = rooms.slice(position.room);
  const walking = walkingSeconds * Math.max(0, coming.length - 1);
  const taken = takeStops(coming, chosenSeconds - spentSeconds - walking);
  const leftSeconds = Math.round(walking + taken);
  const total = spentSeconds + leftSeconds;
  return {
    rooms: rooms.map(plannedRoomOf),
    leftSeconds,
    minutes: Math.max(1, Math.round(total / 60)),
    ...(chosenMinutes !== undefined && { chosenMinutes }),
    fills: chosenMinutes === undefined || Math.abs(total - chosenSeconds) <= tolerance * chosenSeconds,
  };
}

/** Returns the seconds of the taken paragraphs. */
function takeStops(rooms: readonly RoomCandidates[], seconds: number): number {
  let left = seconds;
  const take = (candidate: Candidate) => {
    left -= costOf(candidate);
    candidate.taken += 1;
  };
  // Every room gets a stop, even if the visitor is late.
  for (const { told, candidates } of rooms) if (told === 0 && candidates[0]) take(candidates[0]);
  for (const candidates of [rooms.flatMap((room) => room.candidates), rooms.flatMap((room) => room.others)]) {
    for (let best = pickBest(candidates, left); best; best = pickBest(candidates, left)) take(best);
    // The exhibition's other stops follow when all stops of rooms are planned in full.
    if (candidates.some(({ taken, lengths }) => taken < lengths.length)) break;
  }
  return seconds - left;
}

function plannedRoomOf({ id, title, told, candidates, others }: RoomCandidates): PlannedRoom {
  const stops = [...candidates, ...others].flatMap(({ stop, lengths, taken }) => {
    const length = lengths[taken - 1];
    return length ? [{ id: stop.id, title: stop.title, ...length }] : [];
  });
  return { id, title, told, stops };
}

interface RoomCandidates extends Pick<PlannedRoom, 'id' | 'title' | 'told'> {
  candidates: readonly Candidate[];
  /** The exhibition's other stops, in the last room. */
  others: readonly Candidate[];
}

type Length = Pick<PlannedStop, 'length' | 'words' | 'seconds' | 'answers'>;

interface Candidate {
  stop: TourStop;
  room: number;
  weight: number;
  lengths: readonly Length[];
  /** Number of taken lengths; 0 leaves the stop out. */
  taken: number;
}

const costOf = ({ lengths, taken }: Candidate): number => (lengths[taken]?.seconds ?? 0) - (lengths[taken - 1]?.seconds ?? 0);

/** The first stops of a room have the highest worth, then longer versions of stops. */
function worthOf({ room, weight, taken, lengths }: Candidate, all: readonly Candidate[]): number {
  if (taken > 0 || lengths[0]?.length === 'more') return weight * (lengths[taken]?.length === 'more' ? 0.25 : 0.6);
  return weight / (1 + all.filter((other) => other.room === room && other.taken > 0).length / 2);
}

function pickBest(candidates: readonly Candidate[], left: number): Candidate | undefined {
  let best: { candidate: Candidate; worth: number } | undefined;
  for (const candidate of candidates) {
    if (candidate.taken >= candidate.lengths.length || costOf(candidate) > left) continue;
    const worth = worthOf(candidate, candidates);
    if (!best || worth > best.worth) best = { candidate, worth };
  }
  return best?.candidate;
}

function candidatesOf({ texts, answers, position, heard }: Required<Omit<PlanOptions, 'spentMs'>>): RoomCandidates[] {
  const words = valuesIn(answers.style).includes('contemplative') ? answerWords.listening : answerWords.asked;
  const wishes = wishesOf(answers, texts.language);
  const here = position.isDone ? undefined : position.told.at(-1);
  const passed = new Set(position.told.filter((id) => id !== here));
  const candidatesFor = (stops: readonly TourStop[], room: number): Candidate[] =>
    stops.flatMap((stop, at) => {
      // A text that belongs to several rooms is planned once.
      if (room < position.room || passed.has(stop.id)) return [];
      passed.add(stop.id);
      const said = heard.find(({ document }) => document === stop.id)?.paragraphs ?? [];
      const lengths = lengthsOf(stop, { said, isHere: stop.id === here, words });
      const weight = (at === 0 ? 2 : 1) + wishes(stop) - at / 1000;
      return lengths.length > 0 ? [{ stop, room, weight, lengths, taken: 0 }] : [];
    });
  return texts.rooms.map(({ id, title, stops }, room) => ({
    id,
    title,
    told: [...stops, ...(room === texts.rooms.length - 1 ? texts.others : [])].filter(({ id: stop }) => position.told.includes(stop))
      .length,
    candidates: candidatesFor(stops, room).sort(
      (one, other) => Number(other.stop.id === here) - Number(one.stop.id === here) || other.weight - one.weight,
    ),
    others: room === texts.rooms.length - 1 ? candidatesFor(texts.others, room) : [],
  }));
}

/** Goal → pattern in folded texts. */
const goalSigns: Readonly<Record<Language, Readonly<Record<'learn' | 'relax' | 'explore' | 'challenge', RegExp>>>> = {
  en: {
    learn: /\d{2,}|centur/,
    relax: /\b(light|candle|music|silen|quiet|garden|colou?r|blue|morning|night|sun|water|danc|glitter|smell|dream|gold)/,
    explore: /\b(look|stand|find|see|hidden|behind|notice|step|crouch|scratched|discover)/,
    challenge: /\b(why|mean|because|joke|but|not real|rival|secret|reason)/,
  },
  de: {
    learn: /\d{2,}|jahrhundert/,
    relax: /(licht|kerze|musik|still|ruhe|garten|farbe|blau|morgen|nacht|sonne|wasser|tanz|glitzer|duft|traum|gold)/,
    explore: /\b(sehen sie|schauen|stellen sie|gehen sie|finde|versteck|hinter|entdeck|geritzt|erkenn)/,
    challenge: /\b(warum|bedeut|heisst|weil|scherz|doch|nicht echt|geheim|grund)/,
  },
  fr: {
    learn: /\d{2,}|siecle/,
    relax:
      /\b(lumiere|bougie|chandelle|musique|silence|calme|jardin|couleur|bleu|matin|nuit|soleil|eau\b|dans(e|er)\b|scintill|parfum|reve|dor)/,
    explore: /\b(regardez|cherchez|trouve|placez|cache|derriere|decouvr|observez|avancez|grave)/,
    challenge: /\b(pourquoi|signifi|parce|plaisanterie|mais|faux|secret|raison)/,
  },
};

/** Scores from 0 to 2 how well a stop matches the visitor's goals and artists. */
function wishesOf(answers: TourAnswers, language: Language): (stop: TourStop) => number {
  const signs: Readonly<Record<string, RegExp>> = goalSigns[language];
  const wanted = valuesIn(answers.goals).flatMap((goal) => signs[goal] ?? []);
  const artists = valuesIn(answers.artists).flatMap((name) => wordsOf(name).slice(-1));
  // Reading the texts is most of a plan's work, so texts are read only for wishes.
  if (wanted.length + artists.length === 0) return () => 0;
  return ({ paragraphs }) => {
    const texts = paragraphs.map(fold);
    const fitting = texts.filter((text) => wanted.some((sign) => sign.test(text)));
    const isNamed = artists.length > 0 && texts.flatMap(wordsOf).some((word) => artists.includes(word));
    return fitting.length / Math.max(1, texts.length) + Number(isNamed);
  };
}

interface LengthOptions {
  said: readonly number[];
  /** The visitor is at the stop and has looked. */
  isHere: boolean;
  words: number;
}

function lengthsOf({ paragraphs }: TourStop, { said, isHere, words: most }: LengthOptions): Length[] {
  const open = paragraphs.flatMap((text, at) => (said.includes(at) ? [] : [{ at, words: wordsIn(text) }]));
  const answers: (typeof open)[] = [];
  for (const paragraph of open) {
    const last = answers.at(-1);
    if (last && sumOf([...last, paragraph]) <= most) last.push(paragraph);
    else answers.push([paragraph]);
  }
  const lengthOf = (length: StopLength, told: readonly (typeof open)[]): Length => {
    const words = sumOf(told.flat());
    const seconds = Math.round((words * 60) / spokenWordsPerMinute + (isHere ? 0 : lookingSeconds) + askingSeconds * told.length);
    return { length, words, seconds, answers: told.map((answer) => answer.map(({ at }) => at)) };
  };
  const [first = []] = answers;
  return [
    ...(first.length > 1 && !isHere ? [lengthOf('short', [first.slice(0, 1)])] : []),
    ...(first.length > 0 && !isHere ? [lengthOf('whole', [first])] : []),
    ...(answers.length > 1 || (isHere && answers.length > 0) ? [lengthOf('more', answers)] : []),
  ];
}

const sumOf = (paragraphs: readonly { words: number }[]): number => paragraphs.reduce((sum, { words }) => sum + words, 0);
