const unfinished: readonly (readonly [RegExp, string])[] = [
  // An incomplete link address, then an incomplete link text.
  [/!?\[([^\]\n]*)\]\([^)\n]*$/, '$1'],
  [/!?\[([^\]\n]*)$/, '$1'],
  // A line with a mark alone, and marks without text after them.
  [/(^|\n) {0,3}(?:#{1,6}|[-+*]|>|\d{1,9}[.)])[ \t]*$/, '$1'],
  [/(^|[\s(])(?:\*{1,3}|_{1,3}|`+)$/, '$1'],
];

interface Pair {
  closed: RegExp;
  unclosed: RegExp;
  partialEnd: RegExp;
  end: string;
}

/** Longer marks first, because two stars are not two single stars. */
const pairs: readonly Pair[] = [
  { closed: /`[^`\n]+`/g, unclosed: /`[^`\n]+$/, partialEnd: /$/, end: '`' },
  { closed: /\*\*[^\s*](?:[^*]|\*(?!\*))*?\*\*/g, unclosed: /\*\*[^\s*][^\n]*$/, partialEnd: /\*$/, end: '**' },
  { closed: /(?<!\w)__[^\s_](?:[^_]|_(?!_))*?__/g, unclosed: /(?<!\w)__[^\s_][^\n]*$/, partialEnd: /_$/, end: '__' },
  { closed: /\*[^\s*][^*\n]*\*/g, unclosed: /(?<![\w*])\*[^\s*][^*\n]*$/, partialEnd: /$/, end: '*' },
  { closed: /(?<!\w)_[^\s_][^_\n]*_/g, unclosed: /(?<![\w_])_[^\s_][^_\n]*$/, partialEnd: /$/, end: '_' },
];

/** Closes or removes the incomplete marks of arriving Markdown, so that no character appears and disappears a moment later. */
export function closeMarks(markdown: string): string {
  const start = markdown.lastIndexOf('\n\n') + 1;
  // Code fences contain no marks.
  if ((markdown.match(/^ {0,3}```/gm)?.length ?? 0) % 2 === 1) return markdown;
  const text = unfinished.reduce((rest, [pattern, kept]) => rest.replace(pattern, kept), markdown.slice(start));
  return markdown.slice(0, start) + closeOpen(text);
}

function closeOpen(text: string): string {
  // Spaces replace closed pairs, so that the positions of other marks stay.
  let open = text;
  for (const { closed, unclosed, partialEnd, end } of pairs) {
    open = open.replace(closed, (pair) => ' '.repeat(pair.length));
    if (unclosed.test(open)) return `${text.replace(partialEnd, '').trimEnd()}${end}`;
  }
  return text;
}
