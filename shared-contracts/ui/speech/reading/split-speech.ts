import { speechLimit } from '../../../api/limits.ts';
import { splitSentences } from '../../../kit/sentences.ts';

/** About 3 s of sound, in which the next piece loads. */
const firstLength = 40;

/** The first piece is about a sentence, so that sound starts soon. Only a word longer than `limit` is cut, and only white space lost. */
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

/** A sentence that starts with a dash joins the previous one. */
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

/** The last end of a word, or else the limit. */
function pickCut(text: string, limit: number): number {
  const wordEnd = text.lastIndexOf(' ', limit);
  if (wordEnd > 0) return wordEnd;
  const isInsidePair = limit > 1 && /[\ud800-\udbff]/.test(text.charAt(limit - 1));
  return isInsidePair ? limit - 1 : limit;
}
