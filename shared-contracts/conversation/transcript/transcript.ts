import { splitSentences } from '../../kit/sentences.ts';
import type { ConversationState, Speaker, TranscriptLine, Turn } from '../conversation.ts';
import { toPlainText } from './plain-text.ts';

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

const lines = new WeakMap<Turn, readonly TranscriptLine[]>();

/** The lines of a turn: the question, then a line for each of the answer's sentences. An opening is one line. */
export function linesOf(turn: Turn): readonly TranscriptLine[] {
  const known = lines.get(turn) ?? deriveLines(turn);
  lines.set(turn, known);
  return known;
}

function deriveLines(turn: Turn): TranscriptLine[] {
  const { id, question, answer = '', isMarkdown, opening, language } = turn;
  const lineOf = (speaker: Speaker, key: string, text: string) => ({ key, turn: id, speaker, text, ...(language && { language }) });
  const answered = opening ? [answer] : splitLines(isMarkdown ? toPlainText(answer) : answer);
  return [
    ...(question === undefined ? [] : [lineOf('visitor', `${id}:visitor`, question)]),
    ...answered.map((text, index) => lineOf('guide', `${id}:${opening ?? 'guide'}:${index}`, text)),
  ];
}

/** Characters of a summary. */
export const summaryLimit = 4000;

const speakerNames = { visitor: 'Visitor', guide: 'Guide' } as const;

/**
 * The visit so far, for a new transport: `[room 2/3 Painting Salon]` and `[tour MARK]` when the tour has begun, then
 * the last lines, `Visitor: …` or `Guide: …`, as many as fit. Undefined when nothing was said.
 */
export function summarize({ turns, room, tour }: Pick<ConversationState, 'turns' | 'room' | 'tour'>): string | undefined {
  const mark = tour ? [`[tour ${tour.mark}]`] : [];
  const location = room ? [`[room ${room.index + 1}/${room.count} ${room.name}]`.slice(0, summaryLimit / 2)] : [];
  const head = [...location, ...mark];
  const said = turns.flatMap(linesOf).map(({ speaker, text }) => `${speakerNames[speaker]}: ${text.replace(/\s+/g, ' ')}`);
  const picked = [...head, ...pickLast(said, summaryLimit - head.reduce((sum, line) => sum + line.length + 1, 0))];
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
