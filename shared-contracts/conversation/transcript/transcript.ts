import type { Language } from '../../i18n/language.ts';
import { splitSentences } from '../../kit/sentences.ts';
import type { ConversationState, Speaker, TranscriptLine, TurnDetails } from '../conversation.ts';

/** A space before a dash that has one behind as well; between numbers it makes a range. */
const dash = /(?<!\d) (?=[–—-] \S)| (?=[–—-] [^ \d])/u;

/**
 * The lines of a guide's text: one a sentence, and a new one at every dash, which begins it. Nothing but
 * white space is lost: the lines joined by spaces are the text.
 */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .flatMap((paragraph) => splitSentences(paragraph.replace(/\s+/g, ' ')))
    .flatMap((sentence) => sentence.split(dash));
}

type Transcript = readonly TranscriptLine[];
type Turns = Readonly<Record<number, TurnDetails>>;

/** What a turn's lines consist of; an opening is what the guide was ordered to say when a transport connected, `back` the same after the welcome. */
type Part = Speaker | 'opening' | 'back';

/** The visitor's words: one line, first of its turn. */
export function writeVisitorText(transcript: Transcript, turn: number, text: string, language?: Language): Transcript {
  return writePart(transcript, { turn, part: 'visitor', texts: [text.trim()], language });
}

/** All the guide has said in the turn so far, split into lines. */
export function writeGuideText(transcript: Transcript, turn: number, text: string, language?: Language): Transcript {
  return writePart(transcript, { turn, part: 'guide', texts: splitLines(text), language });
}

/** An opening the guide was ordered to say: one line, as it is. */
export function writeOpening(transcript: Transcript, turn: number, text: string, language?: Language): Transcript {
  return writePart(transcript, { turn, part: 'opening', texts: [text.trim()], language });
}

/** The same where the visitor was welcomed before: the welcome stays. */
export function writeBack(transcript: Transcript, turn: number, text: string, language?: Language): Transcript {
  return writePart(transcript, { turn, part: 'back', texts: [text.trim()], language });
}

/** Lines of one part, said in `language`. */
interface PartLines {
  turn: number;
  part: Part;
  texts: string[];
  language: Language | undefined;
}

/** Puts `texts` in place of the part's lines. Keys count within the part, so a line that grows stays itself. */
function writePart(transcript: Transcript, { turn, part, texts, language }: PartLines): Transcript {
  const prefix = `${turn}:${part}:`;
  const isOwn = (line: TranscriptLine) => line.key.startsWith(prefix);
  const before = new Map(transcript.filter(isOwn).map((line) => [line.key, line]));
  const lines = texts
    .filter((text) => text !== '')
    .map((text, index): TranscriptLine => {
      const key = `${prefix}${index}`;
      const existing = before.get(key);
      if (existing?.text === text) return existing;
      const speaker = part === 'visitor' ? 'visitor' : 'guide';
      return {
        key,
        turn,
        speaker,
        text,
        ...(language && { language }),
        ...((part === 'opening' || part === 'back') && { isOpening: true }),
      };
    });
  const others = transcript.filter((line) => !isOwn(line));
  const at = before.size > 0 ? transcript.findIndex(isOwn) : placeOf(transcript, turn, part);
  return [...others.slice(0, at), ...lines, ...others.slice(at)];
}

/** The visitor speaks first in a turn, also when their spoken words are understood only after the answer began. */
function placeOf(transcript: Transcript, turn: number, part: Part): number {
  const at = transcript.findIndex((line) => (part === 'visitor' ? line.turn >= turn : line.turn > turn));
  return at < 0 ? transcript.length : at;
}

/** Changes the details of a turn; a turn that has none gets them. */
export function updateTurn(turns: Turns, turn: number, change: Partial<TurnDetails>): Turns {
  return { ...turns, [turn]: { sources: [], state: 'arriving', ...turns[turn], ...change } };
}

/** Says how a turn went, once: one that is not arriving any more stays as it ended. */
export function closeTurn(turns: Turns, turn: number, state: 'complete' | 'broken'): Turns {
  return turns[turn]?.state === 'arriving' ? updateTurn(turns, turn, { state }) : turns;
}

/** Characters of a summary. */
export const summaryLimit = 4000;

const speakerNames = { visitor: 'Visitor', guide: 'Guide' } as const;

/**
 * The visit so far, for a new transport: `[room 2/3 Painting Salon]` and `[tour MARK]` when the tour has begun, then
 * the last lines, `Visitor: …` or `Guide: …`, as many as fit. Undefined when nothing was said.
 */
export function summarize({ transcript, room, tour }: Pick<ConversationState, 'transcript' | 'room' | 'tour'>): string | undefined {
  const mark = tour ? [`[tour ${tour.mark}]`] : [];
  const location = room ? [`[room ${room.index + 1}/${room.count} ${room.name}]`.slice(0, summaryLimit / 2)] : [];
  const head = [...location, ...mark];
  const lines = transcript.map(({ speaker, text }) => `${speakerNames[speaker]}: ${text.replace(/\s+/g, ' ')}`);
  const picked = [...head, ...pickLast(lines, summaryLimit - head.reduce((sum, line) => sum + line.length + 1, 0))];
  return picked.length > 0 ? picked.join('\n') : undefined;
}

/** The last lines that fit, joined by line breaks; of a last one that is too long its end. */
function pickLast(lines: readonly string[], limit: number): string[] {
  let rest = limit;
  const picked: string[] = [];
  for (const line of lines.toReversed()) {
    if (line.length > rest) {
      if (picked.length === 0 && rest > 1) picked.push(`…${line.slice(1 - rest)}`);
      break;
    }
    picked.push(line);
    rest -= line.length + 1;
  }
  return picked.reverse();
}
