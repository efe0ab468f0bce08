import { splitSentences } from '../../kit/sentences.ts';

/** A space before a dash that has one behind as well; between numbers it makes a range. */
const dash = /(?<!\d) (?=[–—-] \S)| (?=[–—-] [^ \d])/u;

/**
 * The lines of a guide's text: one a sentence, and a new one at every dash, which begins it. Nothing but
 * white space is lost: the lines joined by spaces are the text.
 */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .flatMap((paragraph) => splitSentences(paragraph.replace(/\s+/g, ' ')))
    .flatMap((sentence) => sentence.split(dash));
}
