import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { plainTextOf } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { type Entry, isPartlyOriginal } from '../transcript/entries.ts';

export type Caption = ReturnType<typeof pickCaptions>[number];

type State = Pick<ConversationState, 'phase' | 'turn' | 'spoken'>;

/** Words marked together, because single words change too fast for the eye. */
const phraseLength = 4;
const endsPhrase = /[.,;:!?…–—]["'”’»)]*$/;
/** The visitor's words arrive all at once, so the last words are marked. */
const markedOfVisitor = 3;

export function pickCaptions(entries: readonly Entry[], state: State) {
  const last = entries.at(-1);
  const isAnswer = last?.speaker === 'guide' && entries.at(-2)?.speaker === 'visitor';
  return entries.slice(isAnswer ? -2 : -1).map((entry) => {
    const isNow = entry === last && isBeingSpoken(entry, state);
    const words = wordsIn(plainTextOf(entry));
    /** If no word is spoken, both bounds are after the last word. */
    const marked: Marked = isNow ? pickMarked(entry, words, state) : [words.length, words.length];
    return {
      key: entry.key,
      speaker: entry.speaker,
      language: entry.language,
      generated: entry.generated,
      words,
      /** Language of each word, if the caption's language differs from the voice's. */
      languages: entry.pieces?.flatMap(({ text, language }) => wordsIn(text).map(() => language)),
      isPartlyOriginal: isPartlyOriginal(entry),
      marked,
      isPast: entry !== last,
      isCutOff: entry.state === 'broken',
    };
  });
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean);

function isBeingSpoken({ speaker, turn }: Entry, state: State): boolean {
  if (turn !== state.turn) return false;
  return speaker === 'visitor' ? state.phase === 'listening' : state.spoken?.turn === turn;
}

type Marked = readonly [from: number, to: number];

function pickMarked({ speaker, wordAt }: Entry, words: readonly string[], state: State): Marked {
  if (speaker === 'visitor') return [Math.max(0, words.length - markedOfVisitor), words.length];
  const spoken = state.spoken?.words ?? 0;
  return phraseAt(words, wordAt?.(spoken) ?? spoken);
}

/** Empty after the last word. */
export function phraseAt(words: readonly string[], index: number): Marked {
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
  // A single last word belongs to the phrase before.
  return words.length - limit === 1 ? words.length : limit;
}
