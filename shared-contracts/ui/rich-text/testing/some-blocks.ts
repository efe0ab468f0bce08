import fc from 'fast-check';
import type { Block, Inline } from '../blocks.ts';

const someText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('👩‍👩‍👧', '🇫🇷', 'e\u0301', '👍🏽', 'words of a guide'),
);

const { inline } = fc.letrec<{ inline: Inline }>((tie) => {
  const children = fc.array(tie('inline'), { minLength: 1, maxLength: 3 });
  return {
    inline: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      fc.record({ kind: fc.constant('text'), text: someText }),
      fc.record({ kind: fc.constant('code'), text: someText }),
      fc.record({ kind: fc.constant('break') }),
      fc.record({ kind: fc.constantFrom('strong', 'emphasis'), children }),
      fc.record({ kind: fc.constant('link'), url: fc.constant('https://museum.example/'), children }),
    ),
  };
});

const { block } = fc.letrec<{ block: Block }>((tie) => {
  const blocks = fc.array(tie('block'), { maxLength: 3 });
  return {
    block: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.record({ kind: fc.constantFrom('paragraph', 'heading'), children: fc.array(inline, { minLength: 1, maxLength: 4 }) }),
      fc.record({ kind: fc.constant('code'), text: someText }),
      fc.record({ kind: fc.constant('rule') }),
      fc.record({ kind: fc.constant('quote'), children: blocks }),
      fc.record({
        kind: fc.constant('list'),
        start: fc.constantFrom(undefined, 1, 7),
        items: fc.array(blocks, { minLength: 1, maxLength: 3 }),
      }),
    ),
  };
});

export const someBlocks: fc.Arbitrary<readonly Block[]> = fc.array(block, { maxLength: 5 });

export function wordsOfBlocks(nodes: readonly (Block | Inline)[]): string {
  return nodes.map(wordsOfNode).join('');
}

function wordsOfNode(node: Block | Inline): string {
  if ('text' in node) return node.text;
  if ('children' in node) return wordsOfBlocks(node.children);
  return node.kind === 'list' ? node.items.map(wordsOfBlocks).join('') : '';
}
