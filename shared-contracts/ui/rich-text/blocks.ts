/** Only these and `Block` are rendered as elements; everything else is text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; children: readonly Inline[] }
  | { kind: 'code'; text: string }
  /** `url` is https and belongs to one of the museum's hosts. */
  | { kind: 'link'; url: string; children: readonly Inline[] }
  | { kind: 'break' };

export type Block =
  | { kind: 'paragraph'; children: readonly Inline[] }
  /** Rendered below the speaker's heading, at any level. */
  | { kind: 'heading'; children: readonly Inline[] }
  | { kind: 'list'; start: number | undefined; items: readonly (readonly Block[])[] }
  | { kind: 'quote'; children: readonly Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' };

/** Marks the rest of a word during typing, which reserves its room so that the word keeps its line. A Unicode noncharacter. */
export const restMark = '\ufdd0';

/** Empty lines separate paragraphs, and other line breaks stay. */
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

/** Reuses finished paragraphs of a growing text, so that the work is linear in the text's length. */
export function createPlainBlocks() {
  let finished = '';
  let blocks: readonly Block[] = [];
  return (text: string): readonly Block[] => {
    if (!text.startsWith(finished)) [finished, blocks] = ['', []];
    const end = text.lastIndexOf('\n\n');
    if (end > finished.length) {
      blocks = [...blocks, ...plainBlocks(text.slice(finished.length, end))];
      finished = text.slice(0, end);
    }
    return [...blocks, ...plainBlocks(text.slice(finished.length))];
  };
}

/** Keeps the objects of unchanged parts, so that memoised views do not render them again. */
export function reuseBlocks(last: readonly Block[], next: readonly Block[]): readonly Block[] {
  const blocks = next.map((block, index) => {
    const old = last[index];
    return old && (old === block || isEqual(old, block)) ? old : block;
  });
  return blocks.length === last.length && blocks.every((block, index) => block === last[index]) ? last : blocks;
}

// The same functions build both, so that their fields have the same order.
const isEqual = (block: Block, other: Block) => JSON.stringify(block) === JSON.stringify(other);
