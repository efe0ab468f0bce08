/** What was heard of one turn: whole passages, and the one that is still growing. */
export interface HeardWords {
  readonly finals: readonly string[];
  readonly partial: string;
}

export const nothingHeard: HeardWords = { finals: [], partial: '' };

/** A partial one takes the place of the one before; a final one closes it. */
export function addHeard({ finals }: HeardWords, transcript: string, isFinal: boolean): HeardWords {
  const words = transcript.trim();
  if (!isFinal) return { finals, partial: words };
  return { finals: words === '' ? finals : [...finals, words], partial: '' };
}

export function textOf({ finals, partial }: HeardWords): string {
  return [...finals, partial].filter((passage) => passage !== '').join(' ');
}

export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
