import type { SpokenWord } from '../../speech/speech.ts';

/** A word of the written text: when its sound begins, in ms, and where it ends in the text. */
export interface WrittenWord {
  text: string;
  ms: number;
  end: number;
}

interface Token {
  text: string;
  start: number;
  end: number;
}

/**
 * When each written word is heard. Words that are spoken as they are written have their time; what stands between
 * two of them was replaced before it was spoken ("Louis XIV" → "Louis the Fourteenth") and is shared out in order.
 * @param words as the synthesiser gave them, offsets in `spoken`
 */
export function timeWrittenWords(written: string, spoken: string, words: readonly SpokenWord[]): WrittenWord[] {
  const [writtenTokens, spokenTokens] = [tokensOf(written), tokensOf(spoken)];
  const begins = spokenTokens.map(({ start, end }) => words.find(({ offset }) => offset >= start && offset < end)?.ms);
  let ms = 0;
  return alignTokens(writtenTokens, spokenTokens).map(([from, to], at) => {
    // A dash has no sound of its own: it comes with the word before it.
    ms = Math.max(ms, begins.slice(from, to).find((begin) => begin !== undefined) ?? 0);
    const token = writtenTokens[at] as Token;
    return { text: token.text, ms, end: token.end };
  });
}

/** How far the text was heard `ms` after its sound began: where the last word ends that had begun; 0 before the first. */
export function heardEnd(words: readonly WrittenWord[], ms: number): number {
  return words.findLast((word) => word.ms <= ms)?.end ?? 0;
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: token, index }) => ({ text: token, start: index, end: index + token.length }));
}

type Range = readonly [from: number, to: number];

/** For each written token the spoken ones that belong to it; always as many ranges as written tokens, in order. */
function alignTokens(written: readonly Token[], spoken: readonly Token[]): Range[] {
  const ranges: Range[] = [];
  let from = 0;
  for (const [at, partner] of [...commonTokens(written, spoken), [written.length, spoken.length] as const]) {
    const first = ranges.length;
    const share = (index: number) => from + Math.floor(((partner - from) * (index - first)) / Math.max(1, at - first));
    for (let index = first; index < at; index += 1) ranges.push([share(index), share(index + 1)]);
    if (at < written.length) ranges.push([partner, partner + 1]);
    from = partner + 1;
  }
  return ranges;
}

/** The longest common run of tokens, as pairs of positions. */
function commonTokens(written: readonly Token[], spoken: readonly Token[]): Range[] {
  const lengthAt = commonLengths(written, spoken);
  const pairs: Range[] = [];
  for (let at = 0, partner = 0; at < written.length && partner < spoken.length; ) {
    if (isSame(written[at], spoken[partner])) pairs.push([at++, partner++]);
    else if (lengthAt(at + 1, partner) >= lengthAt(at, partner + 1)) at += 1;
    else partner += 1;
  }
  return pairs;
}

/** How many tokens two rests have in common at most. */
function commonLengths(written: readonly Token[], spoken: readonly Token[]): (at: number, partner: number) => number {
  const width = spoken.length + 1;
  const lengths = new Uint16Array((written.length + 1) * width);
  const lengthAt = (at: number, partner: number) => lengths[at * width + partner] ?? 0;
  for (let at = written.length - 1; at >= 0; at -= 1) {
    for (let partner = spoken.length - 1; partner >= 0; partner -= 1) {
      const longest = Math.max(lengthAt(at + 1, partner), lengthAt(at, partner + 1));
      lengths[at * width + partner] = isSame(written[at], spoken[partner]) ? lengthAt(at + 1, partner + 1) + 1 : longest;
    }
  }
  return lengthAt;
}

function isSame(one: Token | undefined, other: Token | undefined): boolean {
  return one?.text === other?.text;
}
