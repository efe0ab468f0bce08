/** Words without marks: paragraphs at empty lines, and every other line break as it stands. */
export function plainBlocks(text: string): readonly Block[] {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''));
  const paragraphs: Inline[][] = [[]];
  for (const line of lines) {
    const paragraph = paragraphs.at(-1) ?? [];
    if (line === '') paragraphs.push([]);
    else paragraph.push(...(paragraph.length > 0 ? [{ kind: 'break' } as const] : []), { kind: 'text', text: line });
  }
  return paragraphs.filter(({ length }) => length > 0).map((children) => ({ kind: 'paragraph', children }));
}

/** `next`, with the blocks of `last` where nothing changed: memoised views pass over those. */
export function keepBlocks(last: readonly Block[], next: readonly Block[]): readonly Block[] {
  const kept = next.map((block, index) => {
    const old = last[index];
    return old && isSame(old, block) ? old : block;
  });
  return kept.length === last.length && kept.every((block, index) => block === last[index]) ? last : kept;
}

// Both are built by the same few functions: their fields stand in the same order.
const isSame = (one: Block, other: Block) => JSON.stringify(one) === JSON.stringify(other);

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

/** What an answer may be made of. Whatever is not in this list is shown as text: nothing else is ever drawn. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; children: readonly Inline[] }
  | { kind: 'code'; text: string }
  /** `url` is https and of one of the museum's hosts. */
  | { kind: 'link'; url: string; children: readonly Inline[] }
  | { kind: 'break' };

export type Block =
  | { kind: 'paragraph'; children: readonly Inline[] }
  /** Below the speaker's own heading, whatever level it was written with. */
  | { kind: 'heading'; children: readonly Inline[] }
  | { kind: 'list'; start: number | undefined; items: readonly (readonly Block[])[] }
  | { kind: 'quote'; children: readonly Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' };
