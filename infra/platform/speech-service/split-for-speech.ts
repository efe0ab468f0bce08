import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';

/** About 12 s of sound and 0.4 s of synthesis: no call waits longer for its turn. */
const longestPiece = 200;

/** A text in pieces that are spoken one after the other: sentences, and parts of those that are very long. */
export function splitForSpeech(text: string): string[] {
  return splitSentences(text).flatMap(cutLong);
}

function cutLong(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > longestPiece) {
    const end = findCut(rest);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...pieces, rest].filter((piece) => piece !== '');
}

/** Where a speaker would breathe: after the last comma or the like, else between words, else anywhere but inside a character. */
function findCut(text: string): number {
  const half = longestPiece / 2;
  const late = text.slice(half, longestPiece);
  const breath = Math.max(...[...late.matchAll(/[,;:–—)]\s/gu)].map(({ index }) => index + 1), -1);
  const gap = breath >= 0 ? breath : late.search(/\s\S*$/u);
  if (gap >= 0) return half + gap;
  return /[\uD800-\uDBFF]/.test(text.charAt(longestPiece - 1)) ? longestPiece - 1 : longestPiece;
}
