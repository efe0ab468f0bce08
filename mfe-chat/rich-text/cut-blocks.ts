import { type Block, countBlock, countCharacters, countInline, type Inline } from './blocks.ts';

/**
 * The first `shown` visible characters, counted as countCharacters does; sometimes fewer, so that no character is cut in
 * half. Nodes that are not cut stay the same objects.
 */
export function cutBlocks(blocks: readonly Block[], shown: number): readonly Block[] {
  return cutNodes(blocks, shown, { count: countBlock, cut: cutBlock });
}

interface Cutter<Node> {
  count(node: Node): number;
  /** Cuts a node with more than `shown` characters; undefined when nothing of it is left. */
  cut(node: Node, shown: number): Node | undefined;
}

function cutNodes<Node>(nodes: readonly Node[], shown: number, { count, cut }: Cutter<Node>): readonly Node[] {
  let left = shown;
  for (const [index, node] of nodes.entries()) {
    const size = count(node);
    if (size > left) {
      const part = left > 0 ? cut(node, left) : undefined;
      return part === undefined ? nodes.slice(0, index) : [...nodes.slice(0, index), part];
    }
    left -= size;
  }
  return nodes;
}

const inlineCutter: Cutter<Inline> = { count: countInline, cut: cutInline };

const itemCutter: Cutter<readonly Block[]> = {
  count: countCharacters,
  cut: (item, shown) => unlessEmpty(cutBlocks(item, shown)),
};

function cutBlock(block: Block, shown: number): Block | undefined {
  switch (block.kind) {
    case 'paragraph':
    case 'heading': {
      const children = unlessEmpty(cutNodes(block.children, shown, inlineCutter));
      return children && { ...block, children };
    }
    case 'list': {
      const items = unlessEmpty(cutNodes(block.items, shown, itemCutter));
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
    const [rest = ''] = /\s$/.test(text) ? [] : (inline.text.slice(text.length).match(/^\S+/) ?? []);
    return text ? { ...inline, text, ...(rest && inline.kind === 'text' && { rest }) } : undefined;
  }
  if (!('children' in inline)) return inline;
  const children = unlessEmpty(cutNodes(inline.children, shown, inlineCutter));
  return children && { ...inline, children };
}

const unlessEmpty = <Node>(nodes: readonly Node[]) => (nodes.length > 0 ? nodes : undefined);

/** Drawn as one with the character before: marks, joiners, variants and skin tones. */
const joins = /^(?:\p{M}|\u200d|[\ufe00-\ufe0f]|[\u{1f3fb}-\u{1f3ff}])/u;

// Firefox has it from 125 on.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : undefined;

/** At most `shown` UTF-16 units of `text`, ending between two visible characters. */
export function cutText(text: string, shown: number): string {
  if (shown >= text.length) return text;
  return text.slice(0, segmenter ? segmenter.segment(text).containing(shown)?.index : findStart(text, shown));
}

/** Where the visible character begins that holds the unit `at`, in browsers without Intl.Segmenter. */
export function findStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isStart(text, start)) start -= 1;
  return start;
}

function isStart(text: string, at: number): boolean {
  const isLowSurrogate = /^[\udc00-\udfff]/.test(text.charAt(at)) && /^[\ud800-\udbff]/.test(text.charAt(at - 1));
  return !isLowSurrogate && !joins.test(text.slice(at, at + 2)) && text.charAt(at - 1) !== '\u200d';
}
