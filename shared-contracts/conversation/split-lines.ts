/** Full stops that end no sentence: titles, abbreviations, and what comes before a number or a name. */
const abbreviations = new Set([
  ...['Dr', 'Mr', 'Mrs', 'Ms', 'St', 'Prof', 'No', 'vs', 'Sr', 'Jr', 'fig', 'vol', 'approx'],
  ...['Hl', 'Nr', 'Bd', 'ca', 'bzw', 'vgl', 'Jh', 'Jhd', 'Jhdt', 'geb', 'gest', 'sog', 'evtl', 'usw', 'inkl', 'Abb', 'Str'],
  ...['Mme', 'Mlle', 'Ste', 'env', 'apr', 'av', 'cf', 'éd', 'siècl'],
]);

/** "19." is an ordinal in German, "XIV." a king's number, "J." an initial: better two sentences in a line than half a name. */
const endsNoSentence = (word: string) => /^(?:\p{L}|\d{1,2}|[IVXLC]+)$/u.test(word) || abbreviations.has(word);

/** An end of a sentence with the quotes and brackets that close on it, and the space behind. */
const sentenceEnd = /(?<word>[\p{L}\p{N}]*)(?<stop>[.!?…]+)(?:\s?»|[”“’"')\]])*\s+/gu;

/** A dash between two spaces; one between numbers is a range. */
const dash = /(?<!\d)\s+(?=[–—-]\s+\S)|\s+(?=[–—-]\s+[^\s\d])/u;

function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    const next = text[end];
    const isAbbreviated = match.groups?.['stop'] === '.' && endsNoSentence(match.groups['word'] ?? '');
    if (next === undefined || isAbbreviated || /\p{Ll}/u.test(next)) continue;
    sentences.push(text.slice(start, end));
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
    .split(/\n+/)
    .flatMap(splitSentences)
    .flatMap((sentence) => sentence.split(dash))
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}
