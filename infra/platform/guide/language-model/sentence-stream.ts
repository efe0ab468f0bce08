import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';

/** A sentence of a model, and the numbers of the passages it names. */
export interface CitingSentence {
  text: string;
  cited: readonly number[];
}

/** No sentence of a guide is longer; what is has no end. */
const longestSentence = 700;

/** Cuts a text that comes in pieces into its sentences, each as soon as the next one begins. */
export interface SentenceCutter {
  push(piece: string): CitingSentence[];
  /** What is left, if it is a whole sentence. */
  end(): CitingSentence[];
}

export function createSentenceCutter(): SentenceCutter {
  let rest = '';
  let isReasoning: boolean | undefined;

  /** Some models write their reasoning into the answer, between tags before it. */
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

  const takeWhole = (): string[] => {
    const sentences = splitSentences(joinMarks(rest));
    const last = sentences.at(-1) ?? '';
    // A mark may stand behind the full stop, and is then a part of the sentence before.
    const openCount = last.startsWith('[') && !last.includes(']') ? 2 : 1;
    if (sentences.length <= openCount) return [];
    rest = sentences.slice(-openCount).join(' ') + (/\s$/.test(rest) ? ' ' : '');
    return sentences.slice(0, -openCount);
  };

  return {
    push(piece) {
      rest += piece;
      skipReasoning();
      const whole = isReasoning === false ? takeWhole() : [];
      if (isReasoning === false && rest.length > longestSentence) throw new RangeError('A sentence does not end');
      return whole.flatMap(parseSentence);
    },
    end() {
      skipReasoning();
      const sentences = isReasoning ? [] : splitSentences(joinMarks(rest));
      rest = '';
      return sentences.flatMap(parseSentence);
    },
  };
}

const thinkTag = '<think>';
const thinkEnd = '</think>';

/** "… in 1788. [2]" is "… in 1788 [2]." */
const joinMarks = (text: string): string => text.replace(/([.!?…]+[”“’"'»)]*)\s*((?:\s*\[[\d,;\s]{1,12}\])+)/g, ' $2$1');

/** Without marks of citation and of lists, headings and emphasis, emoji and addresses of links. */
function parseSentence(text: string): CitingSentence[] {
  const cited = [...text.matchAll(/\[([\d,;\s]{1,12})\]/g)].flatMap(([, numbers = '']) => numbers.match(/\d+/g)?.map(Number) ?? []);
  const plain = text
    .replace(/\s*\[[\d,;\s]{1,12}\]/g, '')
    // Read aloud, an address is a row of letters and an emoji its name.
    .replace(/\[([^\]]+)\]\(https?:[^)\s]*\)/g, '$1')
    .replace(/\s*(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+/gu, '')
    .replace(/^\s*(?:#{1,6}|[-*•]|\d{1,2}[.)])\s+/, '')
    .replace(/[*_`#<>[\]{}|]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) ? [{ text: plain, cited }] : [];
}
