import { type Block, countBlock, countCharacters, countInline, type Inline } from './blocks.ts';

/** What is drawn as one with the character before it: marks, joiners, variants and skin tones. */
const joins = /^(?:\p{M}|\u200d|[\ufe00-\ufe0f]|[\u{1f3fb}-\u{1f3ff}])/u;

// Firefox has it from 125 on.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : undefined;

/** The beginning of `text`, at most `shown` UTF-16 units, that ends between two characters as one sees them. */
export function cutText(text: string, shown: number): string {
  if (shown >= text.length) return text;
  return text.slice(0, segmenter ? segmenter.segment(text).containing(shown)?.index : findStart(text, shown));
}

/** Where the visible character begins that holds the unit `at`, by what can be told without a segmenter. */
export function findStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isStart(text, start)) start -= 1;
  return start;
}

function isStart(text: string, at: number): boolean {
  const isLowSurrogate = /^[\udc00-\udfff]/.test(text.charAt(at)) && /^[\ud800-\udbff]/.test(text.charAt(at - 1));
  return !isLowSurrogate && !joins.test(text.slice(at, at + 2)) && text.charAt(at - 1) !== '\u200d';
}

/**
 * The tree after `shown` visible characters of it, counted as countCharacters does; never more, at times
 * fewer, so that no character is shown by halves. What is whole stays the same object.
 */
export function cutBlocks(blocks: readonly Block[], shown: number): readonly Block[] {
  return cutNodes(blocks, shown, { count: countBlock, cut: cutBlock });
}

interface Scissors<Node> {
  count(node: Node): number;
  /** Part of a node that has more than `shown` characters; undefined where nothing of it is left. */
  cut(node: Node, shown: number): Node | undefined;
}

function cutNodes<Node>(nodes: readonly Node[], shown: number, { count, cut }: Scissors<Node>): readonly Node[] {
  let left = shown;
  for (const [index, node] of nodes.entries()) {
    const size = count(node);
    if (size > left) {
      const begun = left > 0 ? cut(node, left) : undefined;
      return begun === undefined ? nodes.slice(0, index) : [...nodes.slice(0, index), begun];
    }
    left -= size;
  }
  return nodes;
}

const inlineScissors: Scissors<Inline> = { count: countInline, cut: cutInline };

const itemScissors: Scissors<readonly Block[]> = {
  count: countCharacters,
  cut: (item, shown) => unlessEmpty(cutBlocks(item, shown)),
};

function cutBlock(block: Block, shown: number): Block | undefined {
  switch (block.kind) {
    case 'paragraph':
    case 'heading': {
      const children = unlessEmpty(cutNodes(block.children, shown, inlineScissors));
      return children && { ...block, children };
    }
    case 'list': {
      const items = unlessEmpty(cutNodes(block.items, shown, itemScissors));
      return items && { ...block, items };
    }
    case 'quote': {
      const children = unlessEmpty(cutBlocks(block.children, shown));
      return children && { ...block, children };
    }
    case 'code': {
      const text = cutText(block.text, shown);
      return text ? { ...block, text } : undefined;
    }
    case 'rule':
      return block;
  }
}

function cutInline(inline: Inline, shown: number): Inline | undefined {
  if ('text' in inline) {
    const text = cutText(inline.text, shown);
    return text ? { ...inline, text } : undefined;
  }
  if (!('children' in inline)) return inline;
  const children = unlessEmpty(cutNodes(inline.children, shown, inlineScissors));
  return children && { ...inline, children };
}

const unlessEmpty = <Node>(nodes: readonly Node[]) => (nodes.length > 0 ? nodes : undefined);
