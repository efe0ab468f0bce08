import { useEffect, useMemo, useState } from 'react';
import { needsMarkdown, toPlainText } from '../../conversation/transcript/plain-text.ts';
import { createLazy, type Lazy } from '../../kit/create-lazy.ts';
import { useStore } from '../../kit/use-store.ts';
import { type Block, plainBlocks, restMark, reuseBlocks } from './blocks.ts';
import type { createMarkdownParser } from './parse-markdown.ts';

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

interface BlocksOptions {
  /** Otherwise every character means itself. */
  isMarkdown: boolean;
  /** More of the text follows: marks may lack their other half. */
  isArriving?: boolean;
  /** Of the last word, not shown yet. */
  rest?: string;
  /** Hosts that links may lead to; the same array as long as they are the same. */
  linkHosts: readonly string[];
}

/**
 * The blocks of `text`. The parser is loaded when a text first needs it; until then the text is shown without Markdown.
 * As a text grows, blocks that did not change stay the same objects.
 */
export function useBlocks(
  text: string,
  { isMarkdown, isArriving = false, rest = '', linkHosts }: BlocksOptions,
  parser: MarkdownParser = markdownParser,
): readonly Block[] {
  const needsParser = isMarkdown && (needsMarkdown(text) || (isArriving && text.includes('[')));
  const create = useStore(parser, (module) => module?.createMarkdownParser);
  const parse = useMemo(() => create?.(), [create]);
  const [reuse] = useState(createReuse);

  useEffect(() => {
    // A text whose parser does not come stays without Markdown.
    if (needsParser) parser.load().catch(() => undefined);
  }, [needsParser, parser]);

  return useMemo(() => {
    const words = text.replaceAll(restMark, '') + (rest && `${restMark}${rest}`);
    return reuse(needsParser ? parseSafely(words, { linkHosts, isWhole: !isArriving, parse }) : plainBlocks(words));
  }, [reuse, needsParser, text, rest, isArriving, linkHosts, parse]);
}

interface ParseOptions {
  linkHosts: readonly string[];
  isWhole: boolean;
  parse: Parse | undefined;
}

function parseSafely(text: string, { linkHosts, isWhole, parse }: ParseOptions): readonly Block[] {
  try {
    if (parse) return parse(text, linkHosts, isWhole);
  } catch {
    // A text the parser fails on is still shown.
  }
  return plainBlocks(toPlainText(text));
}

function createReuse() {
  let last: readonly Block[] = [];
  return (next: readonly Block[]): readonly Block[] => {
    last = reuseBlocks(last, next);
    return last;
  };
}

type Parse = ReturnType<typeof createMarkdownParser>;
type MarkdownParser = Lazy<{ createMarkdownParser(): Parse }>;

/** One for the page. */
const markdownParser: MarkdownParser = createLazy(() => import(/* webpackChunkName: "markdown" */ './parse-markdown.ts'));
