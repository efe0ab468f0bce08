import type { Inline } from './blocks.ts';
import { pickLink } from './pick-link.ts';
import { deeper, type MarkdownNode, maxDepth, type Place, wordsOf } from './reading.ts';

/** What may stand in a line. Every kind of node that is not named here leaves its words. */
export function toInlines(nodes: readonly MarkdownNode[], place: Place): readonly Inline[] {
  return joinTexts(nodes.flatMap((node) => toInline(node, place)));
}

/** Line breaks of an answer are meant: guides write them between short lines. */
export function toLines(text: string): readonly Inline[] {
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((line, index): Inline[] => [
      ...(index > 0 ? [{ kind: 'break' } as const] : []),
      ...(line ? [{ kind: 'text', text: line } as const] : []),
    ]);
}

function toInline(node: MarkdownNode, place: Place): readonly Inline[] {
  if ('children' in node && place.depth > maxDepth) return toLines(wordsOf([node], place.reading));
  switch (node.type) {
    case 'text':
    case 'html':
      return toLines(node.value);
    case 'inlineCode':
      return node.value ? [{ kind: 'code', text: node.value }] : [];
    case 'break':
      return [{ kind: 'break' }];
    case 'image':
    case 'imageReference':
      return toLines(node.alt ?? '');
    case 'strong':
    case 'emphasis':
      return toMarked(node, place);
    case 'link':
      return toLink(node.url, node.children, place);
    case 'linkReference':
      return toLink(place.reading.definitions.get(node.identifier), node.children, place);
    default:
      return toLines(wordsOf([node], place.reading));
  }
}

function toMarked({ type, children: nodes }: { type: 'strong' | 'emphasis'; children: MarkdownNode[] }, place: Place): readonly Inline[] {
  const children = toInlines(nodes, deeper(place));
  return children.length > 0 ? [{ kind: type, children }] : [];
}

/** A link that is refused, or stands in another one, leaves its words. */
function toLink(address: string | undefined, nodes: readonly MarkdownNode[], place: Place): readonly Inline[] {
  const url = place.isInLink ? undefined : pickLink(address ?? '', place.reading.linkHosts);
  if (url === undefined) return toInlines(nodes, place);
  const children = toInlines(nodes, { ...deeper(place), isInLink: true });
  return children.length > 0 ? [{ kind: 'link', url, children }] : [];
}

function joinTexts(inlines: readonly Inline[]): readonly Inline[] {
  const joined: Inline[] = [];
  for (const inline of inlines) {
    const last = joined.at(-1);
    if (inline.kind === 'text' && last?.kind === 'text') joined[joined.length - 1] = { kind: 'text', text: last.text + inline.text };
    else joined.push(inline);
  }
  return joined;
}
