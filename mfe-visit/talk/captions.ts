import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { Entry } from '../transcript/entries.ts';

/** What one speaker said, with the words being said marked; `marked` is empty where none are. */
export interface Caption {
  key: string;
  speaker: Entry['speaker'];
  before: string;
  marked: string;
  after: string;
  isPast: boolean;
  /** The answer breaks off here. */
  isCutOff: boolean;
}

type Talk = Pick<ConversationState, 'phase' | 'turn' | 'spoken'>;

/** Words that are marked together; a single word jumps about too much to be followed by the eye. */
const phraseLength = 4;
const endsPhrase = /[.,;:!?…–—]["'”’»)]*$/;
/** The visitor's words come late and all at once: their end is what was just said. */
const justSaid = 3;

/** The last exchange: who spoke before, and who speaks now. */
export function pickCaptions(entries: readonly Entry[], talk: Talk): Caption[] {
  const last = entries.at(-1);
  return entries.slice(-2).map((entry) => {
    const isNow = entry === last && isBeingSaid(entry, talk);
    const words = entry.text.split(/\s+/).filter(Boolean);
    const [from, to] = isNow ? pickMarked(entry, words, talk) : [words.length, words.length];
    return {
      key: entry.key,
      speaker: entry.speaker,
      before: words.slice(0, from).join(' '),
      marked: words.slice(from, to).join(' '),
      after: words.slice(to).join(' '),
      isPast: entry !== last,
      isCutOff: entry.state === 'broken',
    };
  });
}

function isBeingSaid({ speaker, turn }: Entry, talk: Talk): boolean {
  if (turn !== talk.turn) return false;
  return speaker === 'visitor' ? talk.phase === 'listening' : talk.spoken?.turn === turn;
}

function pickMarked({ speaker }: Entry, words: readonly string[], talk: Talk): [from: number, to: number] {
  if (speaker === 'visitor') return [Math.max(0, words.length - justSaid), words.length];
  return phraseAt(words, talk.spoken?.words ?? 0);
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
  // One word is not left over for a phrase of its own.
  return words.length - limit === 1 ? words.length : limit;
}
