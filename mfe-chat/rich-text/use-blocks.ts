import { toPlainText } from '@enfilade/shared-contracts/conversation/transcript/plain-text';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { useEffect, useMemo, useState } from 'react';
import { type Block, keepBlocks, plainBlocks } from './blocks.ts';
import type { parseMarkdown } from './parse-markdown.ts';

/** Marks that mean something wherever they stand: emphasis, code, escapes, tags, links, character references. */
const anywhere = /[*_`\\\0\ufeff]|<[a-z/!?]|\][([:]|&(?:#|[a-z])\w{0,32};/i;
/** Marks that begin a line: heading, quote, list, number, rule, fence. */
const atLineStart = /^[ \t]*(?:>|#{1,6}(?![^\s])|[-+](?![^\s])|\d{1,9}[.)](?![^\s])|-(?:[ \t]*-){2,}[ \t]*$|~{3})/m;

/** Whether Markdown could make anything of this text but paragraphs and line breaks. In doubt it could. */
export const needsMarkdown = (text: string): boolean => anywhere.test(text) || atLineStart.test(text);

type Parse = typeof parseMarkdown;

/** The parser once it has come; undefined before. */
interface MarkdownParser extends ReadableStore<Parse | undefined> {
  /** Fetches it unless it is here or on its way. One that could not be had is fetched again at the next call. */
  fetch(): void;
}

export function createMarkdownParser(load: () => Promise<Parse>): MarkdownParser {
  const listeners = new Set<(parse: Parse, before: undefined) => void>();
  let parse: Parse | undefined;
  let isOnItsWay = false;
  const take = (loaded: Parse) => {
    parse = loaded;
    for (const tell of listeners) tell(loaded, undefined);
  };
  return {
    getState: () => parse,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    fetch() {
      if (parse || isOnItsWay) return;
      isOnItsWay = true;
      load()
        .then(take)
        // Plain words stay in its place.
        .catch(() => undefined)
        .finally(() => {
          isOnItsWay = false;
        });
    },
  };
}

/** One a page. */
const markdownParser = createMarkdownParser(() =>
  import(/* webpackChunkName: "markdown" */ './parse-markdown.ts').then(({ parseMarkdown: parse }) => parse),
);

interface BlocksOptions {
  /** `plain`: every character means itself. */
  format: 'plain' | 'markdown';
  /** Hosts that links may lead to; the same array as long as they are the same. */
  linkHosts: readonly string[];
}

/**
 * What `text` is made of, at once: the parser is fetched when a text first needs it, and until it is here the
 * words stand without marks. As a text grows, blocks that did not change stay the same objects.
 */
export function useBlocks(text: string, { format, linkHosts }: BlocksOptions, parser: MarkdownParser = markdownParser): readonly Block[] {
  const needsParser = format === 'markdown' && needsMarkdown(text);
  const parse = useStore(parser, (loaded) => loaded);
  const [keep] = useState(createKeeper);

  useEffect(() => {
    if (needsParser) parser.fetch();
  }, [needsParser, parser]);

  return useMemo(
    () => keep(needsParser ? readMarkdown(text, linkHosts, parse) : plainBlocks(text)),
    [keep, needsParser, text, linkHosts, parse],
  );
}

function readMarkdown(text: string, linkHosts: readonly string[], parse: typeof parseMarkdown | undefined): readonly Block[] {
  try {
    if (parse) return parse(text, linkHosts);
  } catch {
    // Whatever the parser stumbled over is still to be read.
  }
  return plainBlocks(toPlainText(text));
}

function createKeeper() {
  let last: readonly Block[] = [];
  return (next: readonly Block[]): readonly Block[] => {
    last = keepBlocks(last, next);
    return last;
  };
}
