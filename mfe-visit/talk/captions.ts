import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { Entry } from '../transcript/entries.ts';

/** What one speaker said. */
export interface Caption {
  key: string;
  speaker: Entry['speaker'];
  language: Entry['language'];
  generated: Entry['generated'];
  words: readonly string[];
  /** The words being spoken, as two bounds; both behind the last word without any. */
  marked: readonly [from: number, to: number];
  isPast: boolean;
  /** The answer is incomplete. */
  isCutOff: boolean;
}

type State = Pick<ConversationState, 'phase' | 'turn' | 'spoken'>;

/** Words that are marked together; single words change too fast for the eye. */
const phraseLength = 4;
const endsPhrase = /[.,;:!?…–—]["'”’»)]*$/;
/** The visitor's words arrive late and all at once: the last ones are marked. */
const markedOfVisitor = 3;

/** What is being said, below the question it answers. */
export function pickCaptions(entries: readonly Entry[], state: State): Caption[] {
  const last = entries.at(-1);
  const isAnswer = last?.speaker === 'guide' && entries.at(-2)?.speaker === 'visitor';
  return entries.slice(isAnswer ? -2 : -1).map((entry) => {
    const isNow = entry === last && isBeingSpoken(entry, state);
    const words = entry.text.split(/\s+/).filter(Boolean);
    return {
      key: entry.key,
      speaker: entry.speaker,
      language: entry.language,
      generated: entry.generated,
      words,
      marked: isNow ? pickMarked(entry, words, state) : [words.length, words.length],
      isPast: entry !== last,
      isCutOff: entry.state === 'broken',
    };
  });
}

function isBeingSpoken({ speaker, turn }: Entry, state: State): boolean {
  if (turn !== state.turn) return false;
  return speaker === 'visitor' ? state.phase === 'listening' : state.spoken?.turn === turn;
}

function pickMarked({ speaker }: Entry, words: readonly string[], state: State): [from: number, to: number] {
  if (speaker === 'visitor') return [Math.max(0, words.length - markedOfVisitor), words.length];
  return phraseAt(words, state.spoken?.words ?? 0);
}

/** The phrase the word at `index` belongs to, as two bounds; empty behind the last word. */
export function phraseAt(words: readonly string[], index: number): [from: number, to: number] {
  let from = 0;
  while (from < words.length) {
    const to = phraseEnd(words, from);
    if (index < to) return [from, to];
    from = to;
  }
  return [words.length, words.length];
}

function phraseEnd(words: readonly string[], from: number): number {
  const limit = Math.min(from + phraseLength, words.length);
  for (let end = from + 1; end < limit; end += 1) {
    if (endsPhrase.test(words[end - 1] ?? '') && end - from > 1) return end;
  }
  // A single last word is no phrase of its own.
  return words.length - limit === 1 ? words.length : limit;
}
