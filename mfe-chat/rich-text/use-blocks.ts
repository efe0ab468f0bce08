import { toPlainText } from '@enfilade/shared-contracts/conversation/transcript/plain-text';
import { createStore, type ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { useEffect, useMemo, useState } from 'react';
import { type Block, plainBlocks, reuseBlocks } from './blocks.ts';
import type { parseMarkdown } from './parse-markdown.ts';

interface BlocksOptions {
  /** `plain`: every character means itself. */
  format: 'plain' | 'markdown';
  /** Hosts that links may lead to; the same array as long as they are the same. */
  linkHosts: readonly string[];
}

/**
 * The blocks of `text`. The parser is loaded when a text first needs it; until then the text is shown without Markdown.
 * As a text grows, blocks that did not change stay the same objects.
 */
export function useBlocks(text: string, { format, linkHosts }: BlocksOptions, parser: MarkdownParser = markdownParser): readonly Block[] {
  const needsParser = format === 'markdown' && needsMarkdown(text);
  const parse = useStore(parser, (state) => state.parse);
  const [reuse] = useState(createReuse);

  useEffect(() => {
    if (needsParser) parser.load();
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

function parseSafely(text: string, linkHosts: readonly string[], parse: typeof parseMarkdown | undefined): readonly Block[] {
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

/** The parser, undefined until it is loaded. */
interface MarkdownParser extends ReadableStore<{ parse?: typeof parseMarkdown }> {
  /** Loads it once. A load that failed is tried again at the next call. */
  load(): void;
}

export function createMarkdownParser(load: () => Promise<typeof parseMarkdown>): MarkdownParser {
  const { set, ...store } = createStore<{ parse?: typeof parseMarkdown }>({});
  let isLoading = false;
  return {
    ...store,
    load() {
      if (store.getState().parse || isLoading) return;
      isLoading = true;
      load()
        .then((parse) => set({ parse }))
        // The text stays without Markdown.
        .catch(() => undefined)
        .finally(() => {
          isLoading = false;
        });
    },
  };
}

/** One for the page. */
const markdownParser = createMarkdownParser(() =>
  import(/* webpackChunkName: "markdown" */ './parse-markdown.ts').then(({ parseMarkdown }) => parseMarkdown),
);
