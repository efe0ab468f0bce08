/** Beginnings of something whose rest has not come; nothing of them is to be read. */
const halves: readonly (readonly [RegExp, string])[] = [
  // The address of a link, then its words.
  [/!?\[([^\]\n]*)\]\([^)\n]*$/, '$1'],
  [/!?\[([^\]\n]*)$/, '$1'],
  // A line of which only the mark is here, and marks with nothing behind them yet.
  [/(^|\n) {0,3}(?:#{1,6}|[-+*]|>|\d{1,9}[.)])[ \t]*$/, '$1'],
  [/(^|[\s(])(?:\*{1,3}|_{1,3}|`+)$/, '$1'],
];

interface Pair {
  closed: RegExp;
  open: RegExp;
  /** What has come of its end. */
  begunEnd: RegExp;
  end: string;
}

/** The wider mark first: two stars are not one twice. */
const pairs: readonly Pair[] = [
  { closed: /`[^`\n]+`/g, open: /`[^`\n]+$/, begunEnd: /$/, end: '`' },
  { closed: /\*\*[^\s*](?:[^*]|\*(?!\*))*?\*\*/g, open: /\*\*[^\s*][^\n]*$/, begunEnd: /\*$/, end: '**' },
  { closed: /(?<!\w)__[^\s_](?:[^_]|_(?!_))*?__/g, open: /(?<!\w)__[^\s_][^\n]*$/, begunEnd: /_$/, end: '__' },
  { closed: /\*[^\s*][^*\n]*\*/g, open: /(?<![\w*])\*[^\s*][^*\n]*$/, begunEnd: /$/, end: '*' },
  { closed: /(?<!\w)_[^\s_][^_\n]*_/g, open: /(?<![\w_])_[^\s_][^_\n]*$/, begunEnd: /$/, end: '_' },
];

/**
 * Markdown that is still arriving, as if it ended where it ends: a mark whose other half has not come is closed or
 * left out, so that no letter stands there that is gone a moment later.
 */
export function closeMarks(markdown: string): string {
  const start = markdown.lastIndexOf('\n\n') + 1;
  // Inside a fence every character means itself.
  if ((markdown.match(/^ {0,3}```/gm)?.length ?? 0) % 2 === 1) return markdown;
  const text = halves.reduce((rest, [half, words]) => rest.replace(half, words), markdown.slice(start));
  return markdown.slice(0, start) + closeOpen(text);
}

function closeOpen(text: string): string {
  // What is closed is out of the way; as long as it was, for the places of the others.
  let seen = text;
  for (const { closed, open, begunEnd, end } of pairs) {
    seen = seen.replace(closed, (whole) => ' '.repeat(whole.length));
    if (open.test(seen)) return `${text.replace(begunEnd, '').trimEnd()}${end}`;
  }
  return text;
}
