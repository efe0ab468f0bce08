/** French words that lose their e before a vowel. */
const elided = /(?<!\p{L})(d|jusqu|l|lorsqu|puisqu|qu)e $/iu;
/** With their accents and ligatures. Before an H it depends on the name: such a one stays. */
const startsWithVowel = /^[aeiouyœæ]/i;

/** A French text in which each of `names` was put, as it is said: "d’Odile", not "de Odile". */
export function elide(text: string, names: readonly string[]): string {
  return names.reduce((elidedText, name) => elideBefore(elidedText, name), text);
}

function elideBefore(text: string, name: string): string {
  if (!startsWithVowel.test(name.normalize('NFD'))) return text;
  const parts = text.split(name);
  return parts.map((part, at) => (at < parts.length - 1 ? part.replace(elided, '$1’') : part)).join(name);
}
