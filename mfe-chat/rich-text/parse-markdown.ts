import { toPlainText } from '@enfilade/shared-contracts/conversation/transcript/plain-text';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import type { Block, Inline } from './blocks.ts';
import { pickLink } from './pick-link.ts';

/** What may stand on lines of its own. Every kind of node that is not named here leaves its words; what is empty is left out. */
function toBlocks(nodes: readonly MarkdownNode[], place: Place): readonly Block[] {
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

type MarkdownRoot = ReturnType<typeof fromMarkdown>;
export type MarkdownNode = MarkdownRoot['children'][number];

/** What is known of the whole text while one part of it is read. */
interface Reading {
  source: string;
  linkHosts: readonly string[];
  /** Addresses by the identifier that references to them use. */
  definitions: ReadonlyMap<string, string>;
  /** Identifiers that some link or picture refers to. */
  referred: ReadonlySet<string>;
}

/** Where in the tree something is to stand. */
export interface Place {
  reading: Reading;
  /** 1 at the top. */
  depth: number;
  isInLink: boolean;
}

/** Elements within elements; deeper ones leave their words. */
export const maxDepth = 8;

export const deeper = (place: Place): Place => ({ ...place, depth: place.depth + 1 });

/** The first definition of an identifier counts. The walk keeps its own stack: a tree of ill will is deeper than the engine's. */
function startReading(root: MarkdownRoot, source: string, linkHosts: readonly string[]): Reading {
  const definitions = new Map<string, string>();
  const referred = new Set<string>();
  const open: MarkdownNode[] = root.children.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
    if (node.type === 'linkReference' || node.type === 'imageReference') referred.add(node.identifier);
    if ('children' in node) open.push(...node.children.toReversed());
  }
  return { source, linkHosts, definitions, referred };
}

/** As it was written, marks and all. */
export function sourceOf(nodes: readonly MarkdownNode[], { source }: Reading): string {
  return source.slice(nodes[0]?.position?.start.offset, nodes.at(-1)?.position?.end.offset);
}

/** The words of neighbours, however deep they nest. */
export const wordsOf = (nodes: readonly MarkdownNode[], reading: Reading): string => toPlainText(sourceOf(nodes, reading));

const maxNodes = 2000;
/** Far longer than any guide speaks; the parser takes milliseconds for it. */
const maxCharacters = 20_000;
/** What takes the parser seconds, and nobody writes: dozens of lists in one line, hundreds of stars in a row. */
const bombs = [/^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])){40}/m, /\*{200}|_{200}/];

/**
 * Without headings that a line of hyphens makes of what stands above it: while an answer arrives, the
 * hyphen of a list would make one for a moment. Indented words are words, not code.
 */
const options: Options = { extensions: [{ disable: { null: ['setextUnderline', 'codeIndented'] } }] };

/**
 * What an answer written in Markdown is made of. Built kind by kind from the parser's tree, so that nothing
 * is drawn that `Block` does not name: HTML stays text, pictures are their description, links are https to
 * exactly one of `linkHosts` or only their words. Never throws; at most 8 deep and of 2000 nodes, the rest
 * is text.
 */
export function parseMarkdown(text: string, linkHosts: readonly string[]): readonly Block[] {
  const source = text.replace(/^\ufeff/, '');
  if (source.length > maxCharacters || bombs.some((bomb) => bomb.test(source))) return [toOneText(source)];
  const root = fromMarkdown(source, options);
  const place: Place = { reading: startReading(root, source, linkHosts), depth: 1, isInLink: false };
  const blocks: Block[] = [];
  // Two are kept for the text that the rest becomes.
  let left = maxNodes - 2;
  for (const [index, node] of root.children.entries()) {
    const next = toBlocks([node], place);
    left -= countNodes(next);
    if (left < 0) return [...blocks, toOneText(wordsOf(root.children.slice(index), place.reading))];
    blocks.push(...next);
  }
  return blocks;
}

/** Its lines are drawn as they stand. */
const toOneText = (text: string): Block => ({ kind: 'paragraph', children: [{ kind: 'text', text }] });

function countNodes(nodes: readonly (Block | Inline)[]): number {
  return nodes.reduce((sum, node) => sum + 1 + countChildren(node), 0);
}

function countChildren(node: Block | Inline): number {
  if ('children' in node) return countNodes(node.children);
  return node.kind === 'list' ? node.items.reduce((sum, item) => sum + 1 + countNodes(item), 0) : 0;
}
