import type { Block, Inline } from './blocks.ts';

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
