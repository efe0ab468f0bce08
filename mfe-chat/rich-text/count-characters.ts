import type { Block, Inline } from './blocks.ts';

/** Visible characters in UTF-16 units, as `length` counts them; breaks, rules and the marks of lists are none. */
export function countCharacters(blocks: readonly Block[]): number {
  return sum(blocks, countBlock);
}

export function countBlock(block: Block): number {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return countInlines(block.children);
    case 'list':
      return sum(block.items, countCharacters);
    case 'quote':
      return countCharacters(block.children);
    case 'code':
      return block.text.length;
    case 'rule':
      return 0;
  }
}

export function countInline(inline: Inline): number {
  if ('text' in inline) return inline.text.length;
  return 'children' in inline ? countInlines(inline.children) : 0;
}

const countInlines = (inlines: readonly Inline[]) => sum(inlines, countInline);

const sum = <Node>(nodes: readonly Node[], count: (node: Node) => number) => nodes.reduce((total, node) => total + count(node), 0);
