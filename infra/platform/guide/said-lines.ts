import { wordsOf } from './words/fold.ts';

/** The key of a line in `GuideState.said`: a hash of its words, so that a conversation stays small. */
export function lineKey(line: string): string {
  let hash = 0x811c9dc5;
  for (const letter of wordsOf(line).join(' ')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}
