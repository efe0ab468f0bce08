import { speechLimit } from '@enfilade/shared-contracts/api/limits';
import { splitLines } from '@enfilade/shared-contracts/conversation/transcript/split-lines';

/** Characters of a first piece, where its sentences allow: some three seconds of sound, in which the next one can come. */
const firstLength = 40;

/**
 * Plain text in pieces to be spoken one after the other, none longer than `limit` characters: the first about
 * a sentence, so that sound begins soon, the others as many whole sentences as go in. Joined by spaces they
 * are the text, white space aside; only a word longer than `limit` is cut itself.
 */
export function splitSpeech(text: string, limit: number = speechLimit): string[] {
  const pieces: string[] = [];
  for (const part of splitSentences(text).flatMap((sentence) => cutSentence(sentence, limit))) {
    const last = pieces.at(-1);
    const longer = `${last} ${part}`;
    const hasRoom = last !== undefined && longer.length <= limit;
    // Marks without a word are nothing a voice could say alone.
    if (hasRoom && (pieces.length > 1 || last.length < firstLength || isWordless(part))) pieces[pieces.length - 1] = longer;
    else pieces.push(part);
  }
  return pieces;
}

const isWordless = (part: string) => !/[\p{L}\p{N}]/u.test(part);

/** A line that begins with a dash goes on with the sentence before it. */
function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const line of splitLines(text)) {
    const last = sentences.at(-1);
    if (last !== undefined && /^[–—-] /.test(line)) sentences[sentences.length - 1] = `${last} ${line}`;
    else sentences.push(line);
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

/** How many characters of a text longer than `limit` go into one piece: to a clause's end, else a word's, else what fits. */
function pickCut(text: string, limit: number): number {
  const reach = text.slice(0, limit + 1);
  const clauseEnd = lastIndexOfAny(reach, [', ', '; ', ': ', ' – ', ' — ', ' - ']);
  // A few words before a comma are no piece worth a request.
  if (clauseEnd > limit / 3) return clauseEnd;
  const wordEnd = reach.lastIndexOf(' ');
  if (wordEnd > 0) return wordEnd;
  const isInsidePair = limit > 1 && /[\ud800-\udbff]/.test(text.charAt(limit - 1));
  return isInsidePair ? limit - 1 : limit;
}

/** Where the last of the marks ends or, for a dash with a space before it, begins. */
function lastIndexOfAny(text: string, marks: readonly string[]): number {
  return Math.max(...marks.map((mark) => (mark.startsWith(' ') ? text.lastIndexOf(mark) : text.lastIndexOf(mark) + 1)));
}
