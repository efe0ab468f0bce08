/** A full stop after these ends no sentence. One list for all languages, because texts quote other languages. */
const abbreviations = new Set([
  ...['Dr', 'Mr', 'Mrs', 'Ms', 'St', 'Prof', 'No', 'vs', 'Sr', 'Jr', 'fig', 'vol', 'approx', 'etc'],
  ...['Hl', 'hl', 'Nr', 'Bd', 'ca', 'bzw', 'vgl', 'Jh', 'Jhd', 'Jhdt', 'geb', 'gest', 'sog', 'evtl', 'usw', 'inkl', 'Abb', 'Str'],
  ...['Mme', 'Mlle', 'Ste', 'env', 'apr', 'av', 'cf', 'éd', 'siècl'],
]);

/** “19.” is a German ordinal, “XIV.” a king's number, “J.” an initial. Joining two sentences is better than splitting a name. */
const isAbbreviated = (word: string) => /^(?:\p{L}|\d{1,2}|[IVXLC]+)$/u.test(word) || abbreviations.has(word);

/** Longer words are not abbreviations. */
const longestAbbreviation = 12;

/** A line end, or the marks that end a sentence with closing quotes, brackets and the space after them. */
const possibleEnd = /\n\s*|(?<![.!?…])(?<stop>[.!?…]+)(?:\s?»|[”“’"')\]«])*(?:\s+|$)/gu;

/** Small letters, ellipses and dashes continue a sentence. */
const continues = /^(?:\p{Ll}|…|[–—-]\s)/u;

/**
 * For plain text in English, German or French. Only white space between sentences is lost. `Intl.Segmenter` is missing before Firefox 125
 * and splits at abbreviations: see docs/libraries.md.
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
