import type { Entry as SaidEntry } from '@enfilade/shared-contracts/conversation/transcript/entries';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { SpeakerFilter } from '../ui-state/use-visit-ui-state.ts';

/** A numbered paragraph of the transcript. */
export interface Entry extends SaidEntry {
  /** The original sentences of an entry in another language. */
  said?: string | undefined;
  pieces?: readonly Piece[] | undefined;
  /** Where in the text it is when so many words of what was said are spoken. */
  wordAt?(spoken: number): number;
}

/** A sentence as it is shown. */
export interface Piece {
  text: string;
  /** The same in its original language. */
  said: string;
  /** What `text` is in. */
  language: Language;
}

/** Whether some of an entry is as it was said, because nobody has written it in the entry's language. */
export const isPartlyOriginal = ({ pieces = [], language }: Pick<Entry, 'pieces' | 'language'>): boolean =>
  pieces.some((piece) => piece.language !== language);

/** The entries of the speakers that are shown; each keeps its number. */
export function pickShown(entries: readonly Entry[], shown: SpeakerFilter): readonly Entry[] {
  return shown === 'both' ? entries : entries.filter(({ speaker }) => speaker === shown);
}
