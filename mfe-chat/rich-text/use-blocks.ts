import { toPlainText } from '@enfilade/shared-contracts/conversation/transcript/plain-text';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { useEffect, useMemo, useState } from 'react';
import type { Block } from './blocks.ts';
import { keepBlocks } from './keep-blocks.ts';
import { needsMarkdown } from './needs-markdown.ts';
import type { parseMarkdown } from './parse-markdown.ts';
import { plainBlocks } from './plain-blocks.ts';
import { type MarkdownParser, markdownParser } from './create-markdown-parser.ts';

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
