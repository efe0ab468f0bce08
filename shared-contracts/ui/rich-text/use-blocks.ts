import { useEffect, useMemo, useState } from 'react';
import { needsMarkdown, toPlainText } from '../../conversation/transcript/plain-text.ts';
import { createLazy, type Lazy } from '../../kit/create-lazy.ts';
import { useStore } from '../../kit/use-store.ts';
import { type Block, createPlainBlocks, plainBlocks, restMark, reuseBlocks } from './blocks.ts';
import type { createMarkdownParser } from './parse-markdown.ts';

interface BlocksOptions {
  isMarkdown: boolean;
  /** The last marks of a growing text may be incomplete. */
  isArriving?: boolean;
  rest?: string;
  /** Pass the same array object while the hosts are unchanged, because a new array parses the text again. */
  linkHosts: readonly string[];
}

/** Text is shown without marks until the parser has loaded. Unchanged blocks of a growing text stay the same objects. */
export function useBlocks(
  text: string,
  { isMarkdown, isArriving = false, rest = '', linkHosts }: BlocksOptions,
  parser: MarkdownParser = markdownParser,
): readonly Block[] {
  const needsParser = isMarkdown && (needsMarkdown(text) || (isArriving && text.includes('[')));
  const create = useStore(parser, (module) => module?.createMarkdownParser);
  const parse = useMemo(() => create?.(), [create]);
  const [reuse] = useState(createReuse);
  const [toPlainBlocks] = useState(createPlainBlocks);

  useEffect(() => {
    // If the parser does not load, the text stays without Markdown.
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
    // The text is shown without Markdown.
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

const markdownParser: MarkdownParser = createLazy(() => import(/* webpackChunkName: "markdown" */ './parse-markdown.ts'));
