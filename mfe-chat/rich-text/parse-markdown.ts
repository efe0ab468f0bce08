import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import type { Block, Inline } from './blocks.ts';
import { type Place, startReading, wordsOf } from './reading.ts';
import { toBlocks } from './to-blocks.ts';

const maxNodes = 2000;
/** Far longer than any guide speaks; the parser takes milliseconds for it. */
const maxCharacters = 20_000;
/** What takes the parser seconds, and nobody writes: dozens of lists in one line, hundreds of stars in a row. */
const bombs = [/^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])){40}/m, /\*{200}|_{200}/];

/**
 * Without headings that a line of hyphens makes of what stands above it: while an answer arrives, the
 * hyphen of a list would make one for a moment. Indented words are words, not code.
 */
const options: Options = { extensions: [{ disable: { null: ['setextUnderline', 'codeIndented'] } }] };

/**
 * What an answer written in Markdown is made of. Built kind by kind from the parser's tree, so that nothing
 * is drawn that `Block` does not name: HTML stays text, pictures are their description, links are https to
 * exactly one of `linkHosts` or only their words. Never throws; at most 8 deep and of 2000 nodes, the rest
 * is text.
 */
export function parseMarkdown(text: string, linkHosts: readonly string[]): readonly Block[] {
  const source = text.replace(/^\ufeff/, '');
  if (source.length > maxCharacters || bombs.some((bomb) => bomb.test(source))) return [toOneText(source)];
  const root = fromMarkdown(source, options);
  const place: Place = { reading: startReading(root, source, linkHosts), depth: 1, isInLink: false };
  const blocks: Block[] = [];
  // Two are kept for the text that the rest becomes.
  let left = maxNodes - 2;
  for (const [index, node] of root.children.entries()) {
    const next = toBlocks([node], place);
    left -= countNodes(next);
    if (left < 0) return [...blocks, toOneText(wordsOf(root.children.slice(index), place.reading))];
    blocks.push(...next);
  }
  return blocks;
}

/** Its lines are drawn as they stand. */
const toOneText = (text: string): Block => ({ kind: 'paragraph', children: [{ kind: 'text', text }] });

function countNodes(nodes: readonly (Block | Inline)[]): number {
  return nodes.reduce((sum, node) => sum + 1 + countChildren(node), 0);
}

function countChildren(node: Block | Inline): number {
  if ('children' in node) return countNodes(node.children);
  return node.kind === 'list' ? node.items.reduce((sum, item) => sum + 1 + countNodes(item), 0) : 0;
}
