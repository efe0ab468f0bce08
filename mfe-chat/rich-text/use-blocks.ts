import { toPlainText } from '@enfilade/shared-contracts/conversation/transcript/plain-text';
import { createLazy, type Lazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { useEffect, useMemo, useState } from 'react';
import { type Block, plainBlocks, reuseBlocks } from './blocks.ts';
import type { createMarkdownParser } from './parse-markdown.ts';

interface BlocksOptions {
  /** Otherwise every character means itself. */
  isMarkdown: boolean;
  /** Hosts that links may lead to; the same array as long as they are the same. */
  linkHosts: readonly string[];
}

/**
 * The blocks of `text`. The parser is loaded when a text first needs it; until then the text is shown without Markdown.
 * As a text grows, blocks that did not change stay the same objects.
 */
export function useBlocks(
  text: string,
  { isMarkdown, linkHosts }: BlocksOptions,
  parser: MarkdownParser = markdownParser,
): readonly Block[] {
  const needsParser = isMarkdown && needsMarkdown(text);
  const create = useStore(parser, (module) => module?.createMarkdownParser);
  const parse = useMemo(() => create?.(), [create]);
  const [reuse] = useState(createReuse);

  useEffect(() => {
    // A text whose parser does not come stays without Markdown.
    if (needsParser) parser.load().catch(() => undefined);
  }, [needsParser, parser]);

  return useMemo(
    () => reuse(needsParser ? parseSafely(text, linkHosts, parse) : plainBlocks(text)),
    [reuse, needsParser, text, linkHosts, parse],
  );
}

/** Marks that have a meaning anywhere: emphasis, code, escapes, tags, links, character references. */
const anywhere = /[*_`\\\0\ufeff]|<[a-z/!?]|\][([:]|&(?:#|[a-z])\w{0,32};/i;
/** Marks that begin a line: heading, quote, list, number, rule, fence. */
const atLineStart = /^[ \t]*(?:>|#{1,6}(?![^\s])|[-+](?![^\s])|\d{1,9}[.)](?![^\s])|-(?:[ \t]*-){2,}[ \t]*$|~{3})/m;

/** Whether Markdown may find more in this text than paragraphs and line breaks. */
export const needsMarkdown = (text: string): boolean => anywhere.test(text) || atLineStart.test(text);

function parseSafely(text: string, linkHosts: readonly string[], parse: Parse | undefined): readonly Block[] {
  try {
    if (parse) return parse(text, linkHosts);
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
