import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';

const leaning =
  /^(It|He|She|They|Its|His|Her|Their|This|These|That|But|And|So|Both|Er|Sie|Es|Dies\p{L}*|Sein\p{L}*|Ihr\p{L}*|Doch|Aber|Und|Beide|Il|Elle|Ils|Elles|Ce|Cette|Ces|Cela|Mais|Et|Son|Sa|Ses)\s/u;

/** Whether a sentence refers to the previous sentence. */
export const leansBack = (sentence: string): boolean => leaning.test(sentence);

export const isQuestion = (sentence: string): boolean => /\?[»”’"'\s]*$/.test(sentence);

const mostSentences = 3;

/**
 * Neighbouring sentences with the highest sum of worth, the earliest among equals. A question at the beginning gives its worth to its
 * answer.
 * A sentence that refers to the previous one brings that sentence along if it fits.
 */
export function pickExcerpt(paragraph: string, limit: number, worthOf: (sentence: string) => number): string {
  const all = splitSentences(paragraph);
  const candidates = all
    .map((sentence, at) => {
      const before = all[at - 1];
      const worthOfQuestion = before !== undefined && isQuestion(before) ? worthOf(before) + 0.1 : 0;
      return { sentence, worth: worthOf(sentence) + worthOfQuestion };
    })
    .filter(({ sentence }, at) => !isQuestion(sentence) || (at > 0 && leansBack(all[at + 1] ?? '')));
  if (candidates.length === 0) return paragraph;
  const length = Math.min(limit, candidates.length);
  const best = bestStart(candidates, length);
  const bringsBefore = best > 0 && leansBack(candidates[best]?.sentence ?? '') && length < mostSentences;
  return candidates
    .slice(bringsBefore ? best - 1 : best, best + length)
    .map(({ sentence }) => sentence)
    .join(' ');
}

function bestStart(candidates: readonly { sentence: string; worth: number }[], length: number): number {
  const worthFrom = (start: number) => candidates.slice(start, start + length).reduce((sum, { worth }) => sum + worth, 0);
  const starts = Array.from({ length: candidates.length - length + 1 }, (_, index) => index);
  return starts.reduce((best, start) => (worthFrom(start) > worthFrom(best) ? start : best), 0);
}
