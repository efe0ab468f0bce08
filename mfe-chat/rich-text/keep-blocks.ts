import type { Block } from './blocks.ts';

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
