/** What is drawn as one with the character before it: marks, joiners, variants and skin tones. */
const joins = /^(?:\p{M}|\u200d|[\ufe00-\ufe0f]|[\u{1f3fb}-\u{1f3ff}])/u;

// Firefox has it from 125 on.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : undefined;

/** The beginning of `text`, at most `shown` UTF-16 units, that ends between two characters as one sees them. */
export function cutText(text: string, shown: number): string {
  if (shown >= text.length) return text;
  return text.slice(0, segmenter ? segmenter.segment(text).containing(shown)?.index : findStart(text, shown));
}

/** Where the visible character begins that holds the unit `at`, by what can be told without a segmenter. */
export function findStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isStart(text, start)) start -= 1;
  return start;
}

function isStart(text: string, at: number): boolean {
  const isLowSurrogate = /^[\udc00-\udfff]/.test(text.charAt(at)) && /^[\ud800-\udbff]/.test(text.charAt(at - 1));
  return !isLowSurrogate && !joins.test(text.slice(at, at + 2)) && text.charAt(at - 1) !== '\u200d';
}
