import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { lineKey } from '../said-lines.ts';
import type { LineId } from './lines/line-id.ts';
import { tourLines } from './lines/tour-lines.ts';

/** What fills the placeholders of the lines. */
export type LineValues = Readonly<Record<'name' | 'museum' | 'room' | 'next' | 'number' | 'count' | 'turn', string>>;

/** One answer in the making. Nothing it says was said before in the visit, sentence for sentence. */
export interface Speech {
  /** A line in a wording not used yet; when all are used up, one that says which answer this is. */
  say(id: LineId): void;
  /** The same, but nothing where all wordings are used up. */
  offer(id: LineId): void;
  /** Sentences of a text; those that were said are marked as a repetition. */
  tell(sentences: readonly string[]): void;
  text(): string;
  /** Keys of everything said in the visit, this answer included. */
  said(): string[];
}

export interface SpeechContext {
  language: Language;
  /** Asked for at every line: the tour may walk on in the middle of an answer. */
  values(): LineValues;
  /** Keys of what was said before. */
  said: readonly string[];
  /** Answers given so far: the wordings begin elsewhere in each. */
  turns: number;
}

export function createSpeech({ language, values, said, turns }: SpeechContext): Speech {
  const keys = new Set(said);
  const parts: string[] = [];
  const lines = tourLines[language];
  const fill = (line: string, more: Record<string, string> = {}) =>
    line.replace(/\{(\w+)\}/g, (whole, name: string) => ({ ...values(), ...more })[name] ?? whole);
  const isNew = (line: string) => splitSentences(line).every((sentence) => !keys.has(lineKey(sentence)));
  const add = (line: string) => {
    parts.push(line);
    for (const sentence of splitSentences(line)) keys.add(lineKey(sentence));
  };
  // The wordings used in one answer differ, too.
  const inTurn = (all: readonly string[]) => all.map((_, at) => all[(at + turns + parts.length) % all.length] ?? '');
  const fresh = (id: LineId, more?: Record<string, string>) =>
    inTurn(lines[id])
      .map((line) => fill(line, more))
      .find(isNew);
  const number = (line: string) => fill(lines.numbered[0] ?? '', { line });

  return {
    say(id) {
      // The first sentence suffices: only one is marked with the number.
      add(fresh(id) ?? number(splitSentences(fill(inTurn(lines[id])[0] ?? ''))[0] ?? ''));
    },
    offer(id) {
      const line = fresh(id);
      if (line) add(line);
    },
    tell(sentences) {
      for (const sentence of sentences) {
        if (isNew(sentence)) add(sentence);
        else add(fresh('repeat', { line: sentence }) ?? number(sentence));
      }
    },
    text: () => parts.join(' '),
    said: () => [...keys],
  };
}
