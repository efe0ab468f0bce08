/** Full stops that end no sentence: titles, abbreviations, and what comes before a number or a name. */
const abbreviations = new Set([
  ...['Dr', 'Mr', 'Mrs', 'Ms', 'St', 'Prof', 'No', 'vs', 'Sr', 'Jr', 'fig', 'vol', 'approx'],
  ...['Hl', 'Nr', 'Bd', 'ca', 'bzw', 'vgl', 'Jh', 'Jhd', 'Jhdt', 'geb', 'gest', 'sog', 'evtl', 'usw', 'inkl', 'Abb', 'Str'],
  ...['Mme', 'Mlle', 'Ste', 'env', 'apr', 'av', 'cf', 'éd', 'siècl'],
]);

/** "19." is an ordinal in German, "XIV." a king's number, "J." an initial: better two sentences in a line than half a name. */
const endsNoSentence = (word: string) => /^(?:\p{L}|\d{1,2}|[IVXLC]+)$/u.test(word) || abbreviations.has(word);

/** Longer words are no abbreviation. */
const longestAbbreviation = 12;

/** An end of a sentence with the quotes and brackets that close on it, and the space behind. */
const sentenceEnd = /(?<stop>[.!?…]+)(?: ?»|[”“’"')\]])* /gu;

/** A space before a dash that has one behind as well; between numbers it makes a range. */
const dash = /(?<!\d) (?=[–—-] \S)| (?=[–—-] [^ \d])/u;

function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(start, match.index - longestAbbreviation), match.index);
    const word = /[\p{L}\p{N}]*$/u.exec(before)?.[0] ?? '';
    const isAbbreviated = match.groups?.['stop'] === '.' && endsNoSentence(word);
    if (isAbbreviated || /\p{Ll}/u.test(text.charAt(end))) continue;
    sentences.push(text.slice(start, end).trimEnd());
    start = end;
  }
  return [...sentences, text.slice(start)];
}

/**
 * The lines of a guide's text: one a sentence, and a new one at every dash, which begins it. Nothing but
 * white space is lost: the lines joined by spaces are the text.
 */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .flatMap(splitSentences)
    .flatMap((sentence) => sentence.split(dash))
    .filter((line) => line !== '');
}
