/** French words that lose their e before a vowel. */
const elided = /(?<!\p{L})(d|jusqu|l|lorsqu|puisqu|qu)e $/iu;
/** Vowels with ligatures, after accents are removed. Names with H are not elided, because elision then depends on the name. */
const startsWithVowel = /^[aeiouyœæ]/i;

/** “d’Odile” instead of “de Odile”. */
export function elide(text: string, names: readonly string[]): string {
  return names.reduce((elidedText, name) => elideBefore(elidedText, name), text);
}

function elideBefore(text: string, name: string): string {
  if (!startsWithVowel.test(name.normalize('NFD'))) return text;
  const parts = text.split(name);
  return parts.map((part, at) => (at < parts.length - 1 ? part.replace(elided, '$1’') : part)).join(name);
}
