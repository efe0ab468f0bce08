const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;
const isDigit = (code: number) => code >= 48 && code <= 57;
const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff;
/** What may stand inside a number: 3.1742, 1,742, 14:17. */
const numberMarks = new Set([...'.,:'].map((mark) => mark.charCodeAt(0)));

/**
 * Whether a term may begin or end at `index` (UTF-16): not inside a word, a number or a surrogate pair.
 * `\b` would see an edge before every umlaut.
 */
export function isEdge(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  if (isHigh(before) && isLow(after)) return false;
  if (splitsNumber(text, index)) return false;
  return !(isWord(characterBefore(text, index)) && isWord(text.codePointAt(index)));
}

function splitsNumber(text: string, index: number): boolean {
  const [two, one, here, next] = [-2, -1, 0, 1].map((offset) => text.charCodeAt(index + offset)) as [number, number, number, number];
  return (isDigit(one) && numberMarks.has(here) && isDigit(next)) || (isDigit(two) && numberMarks.has(one) && isDigit(here));
}

function characterBefore(text: string, index: number): number | undefined {
  const isPair = isLow(text.charCodeAt(index - 1)) && isHigh(text.charCodeAt(index - 2));
  return text.codePointAt(index - (isPair ? 2 : 1));
}

function isWord(point: number | undefined): boolean {
  if (point === undefined) return false;
  if (point >= 128) return wordCharacter.test(String.fromCodePoint(point));
  return isDigit(point) || (point >= 65 && point <= 90) || (point >= 97 && point <= 122) || point === 95;
}
