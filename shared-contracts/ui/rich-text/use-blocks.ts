import { useEffect, useMemo, useState } from 'react';
import { createMarkdownCheck, toPlainText } from '../../conversation/transcript/plain-text.ts';
import { createLazy, type Lazy } from '../../kit/create-lazy.ts';
import { useStore } from '../../kit/use-store.ts';
import { type Block, createPlainBlocks, plainBlocks, restMark, reuseBlocks } from './blocks.ts';
import type { createMarkdownParser } from './parse-markdown.ts';

interface BlocksOptions {
  /** Otherwise every character means itself. */
  isMarkdown: boolean;
  /** More of the text follows: marks may lack their other half. */
  isArriving?: boolean;
  /** Rest of the last word, not shown yet. */
  rest?: string;
  /** Hosts that links may lead to; the same array as long as they are the same. */
  linkHosts: readonly string[];
}

/**
 * The blocks of `text`. The parser is loaded when a text first needs it; until then the text is shown without Markdown. As a text grows,
 * unchanged blocks stay the same objects.
 */
export function useBlocks(
  text: string,
  { isMarkdown, isArriving = false, rest = '', linkHosts }: BlocksOptions,
  parser: MarkdownParser = markdownParser,
): readonly Block[] {
  const [hasMarks] = useState(createMarkdownCheck);
  const needsParser = useMemo(
    () => isMarkdown && (hasMarks(text) || (isArriving && text.includes('['))),
    [isMarkdown, hasMarks, text, isArriving],
  );
  const create = useStore(parser, (module) => module?.createMarkdownParser);
  const parse = useMemo(() => create?.(), [create]);
  const [reuse] = useState(createReuse);
  const [toPlainBlocks] = useState(createPlainBlocks);

  useEffect(() => {
    // A text whose parser does not come stays without Markdown.
    if (needsParser) parser.load().catch(() => undefined);
  }, [needsParser, parser]);

  return useMemo(() => {
    const words = text.replaceAll(restMark, '') + (rest && `${restMark}${rest}`);
    return reuse(needsParser ? parseSafely(words, { linkHosts, isWhole: !isArriving, parse }) : toPlainBlocks(words));
  }, [reuse, toPlainBlocks, needsParser, text, rest, isArriving, linkHosts, parse]);
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
