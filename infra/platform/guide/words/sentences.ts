const abbreviations = new Set(['st', 'dr', 'mr', 'mrs', 'ms', 'prof', 'ca', 'bzw', 'usw', 'hl', 'mme', 'mlle', 'nr', 'no', 'vgl', 'etc', 'approx', 'art']);

/** The sentences of a paragraph. "16. Jahrhundert", "St. Mark" and "J. S. Bach" end none; "in 1684." does. */
export function splitSentences(paragraph: string): string[] {
  const pieces = paragraph.split(/(?<=[.!?…][»”“’"')\]]*)\s+(?=[\p{Lu}\p{N}«„“‘"'(¿¡])/u);
  const sentences: string[] = [];
  for (const piece of pieces) {
    const before = sentences.at(-1);
    if (before !== undefined && endsInAbbreviation(before)) sentences[sentences.length - 1] = `${before} ${piece}`;
    else sentences.push(piece);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

function endsInAbbreviation(text: string): boolean {
  const word = /([\p{L}\p{N}]+)\.$/u.exec(text)?.[1];
  return word !== undefined && (/^(\d{1,2}|\p{L}|[IVX]+)$/u.test(word) || abbreviations.has(word.toLowerCase()));
}

/** Sentences that lean on the one before them. */
const leaning =
  /^(It|He|She|They|Its|His|Her|Their|This|These|That|But|And|So|Both|Er|Sie|Es|Dies\p{L}*|Sein\p{L}*|Ihr\p{L}*|Doch|Aber|Und|Beide|Il|Elle|Ils|Elles|Ce|Cette|Ces|Cela|Mais|Et|Son|Sa|Ses)\s/u;

/**
 * At most `limit` consecutive sentences, those that together are worth most. Where worth is equal the
 * earlier ones; a sentence that leans on the one before does not stand first if that can be helped.
 */
export function pickExcerpt(sentences: readonly string[], limit: number, worthOf: (sentence: string) => number): string {
  const length = Math.min(limit, sentences.length);
  const starts = Array.from({ length: sentences.length - length + 1 }, (_, index) => index);
  const worths = sentences.map(worthOf);
  const worthFrom = (start: number) => worths.slice(start, start + length).reduce((sum, worth) => sum + worth, 0);
  let start = starts.reduce((best, candidate) => (worthFrom(candidate) > worthFrom(best) ? candidate : best), 0);
  if (start > 0 && leaning.test(sentences[start] ?? '')) start -= 1;
  return sentences.slice(start, start + length).join(' ');
}
