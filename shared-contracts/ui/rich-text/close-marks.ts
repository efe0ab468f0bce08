/** Marks whose rest has not arrived, and what stays of them. */
const unfinished: readonly (readonly [RegExp, string])[] = [
  // The address of a link, then its text.
  [/!?\[([^\]\n]*)\]\([^)\n]*$/, '$1'],
  [/!?\[([^\]\n]*)$/, '$1'],
  // A line of nothing but its mark, and marks with nothing after them yet.
  [/(^|\n) {0,3}(?:#{1,6}|[-+*]|>|\d{1,9}[.)])[ \t]*$/, '$1'],
  [/(^|[\s(])(?:\*{1,3}|_{1,3}|`+)$/, '$1'],
];

interface Pair {
  closed: RegExp;
  unclosed: RegExp;
  /** The part of the end that has arrived. */
  partialEnd: RegExp;
  end: string;
}

/** Wider marks first: two stars are not two times one. */
const pairs: readonly Pair[] = [
  { closed: /`[^`\n]+`/g, unclosed: /`[^`\n]+$/, partialEnd: /$/, end: '`' },
  { closed: /\*\*[^\s*](?:[^*]|\*(?!\*))*?\*\*/g, unclosed: /\*\*[^\s*][^\n]*$/, partialEnd: /\*$/, end: '**' },
  { closed: /(?<!\w)__[^\s_](?:[^_]|_(?!_))*?__/g, unclosed: /(?<!\w)__[^\s_][^\n]*$/, partialEnd: /_$/, end: '__' },
  { closed: /\*[^\s*][^*\n]*\*/g, unclosed: /(?<![\w*])\*[^\s*][^*\n]*$/, partialEnd: /$/, end: '*' },
  { closed: /(?<!\w)_[^\s_][^_\n]*_/g, unclosed: /(?<![\w_])_[^\s_][^_\n]*$/, partialEnd: /$/, end: '_' },
];

/**
 * Markdown that is still arriving: a mark whose other half has not arrived is closed or left out, so that no character
 * is shown that disappears a moment later.
 */
export function closeMarks(markdown: string): string {
  const start = markdown.lastIndexOf('\n\n') + 1;
  // Inside a fence every character means itself.
  if ((markdown.match(/^ {0,3}```/gm)?.length ?? 0) % 2 === 1) return markdown;
  const text = unfinished.reduce((rest, [pattern, kept]) => rest.replace(pattern, kept), markdown.slice(start));
  return markdown.slice(0, start) + closeOpen(text);
}

function closeOpen(text: string): string {
  // Closed pairs are blanked out, with the same length, so that the positions of the others stay.
  let open = text;
  for (const { closed, unclosed, partialEnd, end } of pairs) {
    open = open.replace(closed, (pair) => ' '.repeat(pair.length));
    if (unclosed.test(open)) return `${text.replace(partialEnd, '').trimEnd()}${end}`;
  }
  return text;
}
