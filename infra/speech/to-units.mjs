/**
 * eSpeak NG counts characters, JavaScript UTF-16 units.
 * @param {string} text
 * @returns {(character: number) => number} where a character stands in UTF-16 units; past the end, the end
 */
export function toUnits(text) {
  const starts = [0];
  for (const character of text) starts.push((starts.at(-1) ?? 0) + character.length);
  return (character) => starts[Math.max(0, character)] ?? text.length;
}
