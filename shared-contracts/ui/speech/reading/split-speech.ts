import { speechLimit } from '../../../api/limits.ts';
import { splitSentences } from '../../../kit/sentences.ts';

/** Characters of the first piece, if its sentences allow: some three seconds of sound, in which the next piece is loaded. */
const firstLength = 40;

/**
 * Plain text in pieces to be spoken one after the other, each of at most `limit` characters: the first about a sentence, so that sound
 * starts soon, the others as many whole sentences as fit. Joined by spaces they are the text, apart from white space; only a word longer
 * than `limit` is cut.
 */
export function splitSpeech(text: string, limit: number = speechLimit): string[] {
  const pieces: string[] = [];
  for (const part of listSentences(text).flatMap((sentence) => cutSentence(sentence, limit))) {
    const last = pieces.at(-1);
    const longer = `${last} ${part}`;
    const hasRoom = last !== undefined && longer.length <= limit;
    // A voice cannot say punctuation alone.
    if (hasRoom && (pieces.length > 1 || last.length < firstLength || isWordless(part))) pieces[pieces.length - 1] = longer;
    else pieces.push(part);
  }
  return pieces;
}

const isWordless = (part: string) => !/[\p{L}\p{N}]/u.test(part);

/** A sentence that begins with a dash belongs to the one before it. */
function listSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const sentence of splitSentences(text).map((each) => each.replace(/\s+/g, ' ').trim())) {
    const last = sentences.at(-1);
    if (last !== undefined && /^[–—-] /.test(sentence)) sentences[sentences.length - 1] = `${last} ${sentence}`;
    else if (sentence !== '') sentences.push(sentence);
  }
  return sentences;
}

function cutSentence(sentence: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > limit) {
    const end = pickCut(rest, limit);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
}

/** How many characters of a text longer than `limit` go into a piece: to the end of a clause, else of a word, else all that fit. */
function pickCut(text: string, limit: number): number {
  const reach = text.slice(0, limit + 1);
  const clauseEnd = lastIndexOfAny(reach, [', ', '; ', ': ', ' – ', ' — ', ' - ']);
  // A few words before a comma are not worth a request.
  if (clauseEnd > limit / 3) return clauseEnd;
  const wordEnd = reach.lastIndexOf(' ');
  if (wordEnd > 0) return wordEnd;
  const isInsidePair = limit > 1 && /[\ud800-\udbff]/.test(text.charAt(limit - 1));
  return isInsidePair ? limit - 1 : limit;
}

/** The end of the last of the marks or, for a dash after a space, its beginning. */
function lastIndexOfAny(text: string, marks: readonly string[]): number {
  return Math.max(...marks.map((mark) => (mark.startsWith(' ') ? text.lastIndexOf(mark) : text.lastIndexOf(mark) + 1)));
}
