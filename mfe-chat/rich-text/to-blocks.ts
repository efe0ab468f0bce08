import type { Block, Inline } from './blocks.ts';
import { deeper, type MarkdownNode, maxDepth, type Place, sourceOf, wordsOf } from './reading.ts';
import { toInlines, toLines } from './to-inlines.ts';

/** What may stand on lines of its own. Every kind of node that is not named here leaves its words; what is empty is left out. */
export function toBlocks(nodes: readonly MarkdownNode[], place: Place): readonly Block[] {
  return nodes.flatMap((node) => toBlock(node, place));
}

function toBlock(node: MarkdownNode, place: Place): readonly Block[] {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return toLined(node.type, toInlines(node.children, deeper(place)));
    case 'thematicBreak':
      return [{ kind: 'rule' }];
    case 'code':
      return node.value ? [{ kind: 'code', text: node.value }] : [];
    case 'html':
      return toLined('paragraph', toLines(node.value));
    case 'blockquote':
      return toQuote(node, place);
    case 'list':
      return toList(node, place);
    case 'definition':
      // One that nothing refers to was not meant as one: it may be prose behind a bracket.
      return place.reading.referred.has(node.identifier) ? [] : toLined('paragraph', toLines(sourceOf([node], place.reading)));
    default:
      return toWords(node, place);
  }
}

function toLined(kind: 'paragraph' | 'heading', children: readonly Inline[]): readonly Block[] {
  return children.length > 0 ? [{ kind, children }] : [];
}

const toWords = (node: MarkdownNode, place: Place) => toLined('paragraph', toLines(wordsOf([node], place.reading)));

function toQuote(node: Extract<MarkdownNode, { type: 'blockquote' }>, place: Place): readonly Block[] {
  if (place.depth >= maxDepth) return toWords(node, place);
  const children = toBlocks(node.children, deeper(place));
  return children.length > 0 ? [{ kind: 'quote', children }] : [];
}

function toList(node: Extract<MarkdownNode, { type: 'list' }>, place: Place): readonly Block[] {
  if (place.depth >= maxDepth) return toWords(node, place);
  const items = node.children.map((item) => toBlocks(item.children, deeper(place)));
  return [{ kind: 'list', start: node.ordered ? (node.start ?? 1) : undefined, items }];
}
