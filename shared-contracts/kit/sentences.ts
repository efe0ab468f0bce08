/** Words whose full stop ends no sentence, as they are written. One list for all languages: a text may quote another one. */
const abbreviations = new Set([
  ...['Dr', 'Mr', 'Mrs', 'Ms', 'St', 'Prof', 'No', 'vs', 'Sr', 'Jr', 'fig', 'vol', 'approx', 'etc'],
  ...['Hl', 'hl', 'Nr', 'Bd', 'ca', 'bzw', 'vgl', 'Jh', 'Jhd', 'Jhdt', 'geb', 'gest', 'sog', 'evtl', 'usw', 'inkl', 'Abb', 'Str'],
  ...['Mme', 'Mlle', 'Ste', 'env', 'apr', 'av', 'cf', 'éd', 'siècl'],
]);

/** "19." is an ordinal in German, "XIV." a king's number, "J." an initial: better two sentences as one than half a name. */
const isAbbreviated = (word: string) => /^(?:\p{L}|\d{1,2}|[IVXLC]+)$/u.test(word) || abbreviations.has(word);

/** Longer words are no abbreviation. */
const longestAbbreviation = 12;

/** The end of a line, or marks that end a sentence, the quotes and brackets that close on it and the space behind. */
const possibleEnd = /\n\s*|(?<![.!?…])(?<stop>[.!?…]+)(?:\s?»|[”“’"')\]«])*(?:\s+|$)/gu;

/** Small letters, marks of omission and dashes continue a sentence. */
const continues = /^(?:\p{Ll}|…|[–—-]\s)/u;

/**
 * The sentences of a plain text in English, German or French, none empty: joined they are the text, except for white space between them.
 * Not `Intl.Segmenter`, which Firefox has only from 125 on and which splits at abbreviations: see docs/libraries.md.
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(possibleEnd)) {
    const end = match.index + match[0].length;
    if (!match[0].includes('\n')) {
      const before = text.slice(Math.max(start, match.index - longestAbbreviation), match.index);
      const word = /[\p{L}\p{N}]*$/u.exec(before)?.[0] ?? '';
      if ((match.groups?.['stop'] === '.' && isAbbreviated(word)) || continues.test(text.slice(end, end + 2))) continue;
    }
    sentences.push(text.slice(start, end));
    start = end;
  }
  return [...sentences, text.slice(start)].map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}
