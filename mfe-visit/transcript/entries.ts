import type { Source } from '@enfilade/shared-contracts/api/schemas';
import type { ConversationState, Speaker, TurnDetails } from '@enfilade/shared-contracts/conversation/conversation';
import { generatedMark } from '@enfilade/shared-contracts/conversation/transcript/generated-mark';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { SpeakerFilter } from '../ui-state/visit-ui-state.ts';

/** What one speaker said in one turn: a numbered paragraph of the transcript. */
export interface Entry {
  key: string;
  /** Counts from 1 through the whole visit. */
  number: number;
  /** The conversation's own number of the turn. */
  turn: number;
  speaker: Speaker;
  text: string;
  /** What it is said in, and its sources' titles. */
  language?: Language | undefined;
  /** The documents the answer is based on. */
  sources: readonly Source[];
  state: TurnDetails['state'];
  /** How an answer came about, as the page marks it. */
  generated?: string | undefined;
  /** Of an entry in another language: what was said, and its sentences. */
  said?: string | undefined;
  pieces?: readonly Piece[] | undefined;
  /** Where in the text it is when so many words of what was said are spoken. */
  wordAt?(spoken: number): number;
}

/** A sentence as it is shown. */
export interface Piece {
  text: string;
  /** The same as it was said. */
  said: string;
  /** What `text` is in. */
  language: Language;
}

/** Whether some of an entry is as it was said, because nobody has written it in the entry's language. */
export const isPartlyOriginal = ({ pieces = [], language }: Pick<Entry, 'pieces' | 'language'>): boolean =>
  pieces.some((piece) => piece.language !== language);

type State = Pick<ConversationState, 'transcript' | 'turns'>;

/** Joins the lines of each speaker's turn, unless other lines are between them; a greeting stands alone. */
export function listEntries({ transcript, turns }: State): Entry[] {
  const entries: Entry[] = [];
  let openKey = '';
  for (const { key, turn, speaker, text, language, isOpening } of transcript) {
    const ownKey = isOpening ? key : `${turn}:${speaker}`;
    const last = entries.at(-1);
    if (last && ownKey === openKey) {
      last.text = `${last.text} ${text}`;
      continue;
    }
    openKey = ownKey;
    const details = speaker === 'guide' && !isOpening ? turns[turn] : undefined;
    entries.push({
      key,
      number: entries.length + 1,
      turn,
      speaker,
      text,
      language,
      sources: details?.sources ?? none,
      state: details?.state ?? 'complete',
      generated: generatedMark(details),
    });
  }
  return entries;
}

/** The same every time, so that an entry without sources is not drawn again. */
const none: readonly Source[] = [];

/** The entries of the speakers that are shown; each keeps its number. */
export function pickShown(entries: readonly Entry[], shown: SpeakerFilter): readonly Entry[] {
  return shown === 'both' ? entries : entries.filter(({ speaker }) => speaker === shown);
}
