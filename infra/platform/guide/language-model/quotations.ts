export type QuotingSentence = { text: string; quotations: readonly { passage: number; words: string }[] };

export const nothingFound = 'NOTHING';

const longestSentence = 1_500;

/** `[2 "built in 1788"]`, also with a colon, with other quotation marks or without them. */
const mark = /\[\s*(\d{1,4})\s*[:,.]?\s*([^[\]]*)\]/g;
/** A sentence with all its marks and a full stop after them, once another character or a new line follows. */
const whole = /^([^[\]\n]*(?:\s*\[[^[\]]*\])+[ \t]*[.!?…]*)[ \t]*(?=[^\s[(.!?…]|\n)|^([^\n]*)\n/;

export function createQuotationCutter() {
  let rest = '';
  let isReasoning: boolean | undefined;

  /** Skips the reasoning that some models write between tags before the answer. */
  const skipReasoning = () => {
    if (isReasoning === false) return;
    rest = rest.trimStart();
    if (rest.length < thinkTag.length && thinkTag.startsWith(rest)) return;
    isReasoning = rest.startsWith(thinkTag);
    const end = rest.indexOf(thinkEnd);
    if (!isReasoning || end < 0) return;
    rest = rest.slice(end + thinkEnd.length);
    isReasoning = false;
  };

  return {
    push(piece: string): QuotingSentence[] {
      rest += piece;
      skipReasoning();
      if (isReasoning !== false) return [];
      const sentences: QuotingSentence[] = [];
      for (let found = whole.exec(rest); found; found = whole.exec(rest)) {
        rest = rest.slice(found[0].length);
        sentences.push(...parseSentence(found[0]));
      }
      if (rest.length > longestSentence) throw new RangeError(`A sentence of the model has more than ${longestSentence} characters`);
      return sentences;
    },
    end(): QuotingSentence[] {
      skipReasoning();
      const left = isReasoning ? '' : rest;
      rest = '';
      return parseSentence(left);
    },
  };
}

const thinkTag = '<think>';
const thinkEnd = '</think>';

/** Removes marks of lists, headings and emphasis, emoji and addresses of links: a voice would read an emoji's name. */
function parseSentence(written: string): QuotingSentence[] {
  const unlinked = written.replace(/\[([^\]]+)\]\(https?:[^)\s]*\)/g, '$1');
  const quotations = [...unlinked.matchAll(mark)].map(([, number = '', words = '']) => ({ passage: Number(number), words }));
  const plain = unlinked
    .replace(/\s*\[[^[\]]*\]/g, '')
    .replace(/\s*(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+/gu, '')
    .replace(/^\s*(?:#{1,6}|[-*•]|\d{1,2}[.)])\s+/, '')
    .replace(/[*_`#<>[\]{}|]/g, '')
    .replace(/([.!?…])[.]$/, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.replace(/\W/g, '').toUpperCase() === nothingFound) return [{ text: nothingFound, quotations }];
  const text = /[\p{L}\p{N}]$/u.test(plain) ? `${plain}.` : plain;
  return /[\p{L}\p{N}]/u.test(text) ? [{ text, quotations }] : [];
}
