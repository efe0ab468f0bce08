const ligatures: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae' };

/** “Gemälde”, “GEMALDE” and “gemälde” are the same word. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßœæ]/g, (letter) => ligatures[letter] ?? letter);
}

/** An apostrophe separates words: “l'escalier” is “l”, “escalier”. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
