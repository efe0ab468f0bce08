import type { Entry as SaidEntry } from '@enfilade/shared-contracts/conversation/transcript/entries';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { SpeakerFilter } from '../ui-state/use-visit-ui-state.ts';

export interface Entry extends SaidEntry {
  /** The original sentences of an entry in another language. */
  said?: string | undefined;
  pieces?: readonly Piece[] | undefined;
  /** The position in the text after `spoken` words. */
  wordAt?(spoken: number): number;
}

export interface Piece {
  text: string;
  said: string;
  language: Language;
}

/** Whether a sentence of the entry has no translation. */
export const isPartlyOriginal = ({ pieces = [], language }: Pick<Entry, 'pieces' | 'language'>): boolean =>
  pieces.some((piece) => piece.language !== language);

/** Each entry keeps its number. */
export function pickShown(entries: readonly Entry[], shown: SpeakerFilter): readonly Entry[] {
  return shown === 'both' ? entries : entries.filter(({ speaker }) => speaker === shown);
}
