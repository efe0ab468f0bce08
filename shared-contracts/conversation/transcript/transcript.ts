import { splitSentences } from '../../kit/sentences.ts';
import type { ConversationState, Speaker, TranscriptLine, Turn } from '../conversation.ts';
import { toPlainText } from './plain-text.ts';

/** A space before a dash with a space after it, except between numbers, where the dash means a range. */
const dash = /(?<!\d) (?=[–—-] \S)| (?=[–—-] [^ \d])/u;

/** One line for each sentence, and a new line before every dash. The lines joined by spaces are the text. */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .flatMap((paragraph) => splitSentences(paragraph.replace(/\s+/g, ' ')))
    .flatMap((sentence) => sentence.split(dash));
}

const lines = new WeakMap<Turn, readonly TranscriptLine[]>();

/** The question, then a line for each of the answer's sentences. An opening is one line. */
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

/** Characters. */
export const summaryLimit = 4000;

const speakerNames = { visitor: 'Visitor', guide: 'Guide' } as const;

/** `[room 2/3 Painting Salon]` and `[tour MARK]` if the tour has begun, then the last lines that fit, `Visitor: …` or `Guide: …`. */
export function summarize({ turns, room, tour }: Pick<ConversationState, 'turns' | 'room' | 'tour'>): string | undefined {
  const mark = tour ? [`[tour ${tour.mark}]`] : [];
  const location = room ? [`[room ${room.index + 1}/${room.count} ${room.name}]`.slice(0, summaryLimit / 2)] : [];
  const head = [...location, ...mark];
  const said = turns.flatMap(linesOf).map(({ speaker, text }) => `${speakerNames[speaker]}: ${text.replace(/\s+/g, ' ')}`);
  const picked = [...head, ...pickLast(said, summaryLimit - head.reduce((sum, line) => sum + line.length + 1, 0))];
  return picked.length > 0 ? picked.join('\n') : undefined;
}

/** If the last line alone is too long, the end of that line. */
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
