import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { toPlainText } from '../../conversation/transcript/plain-text.ts';
import type { Block, Inline } from './blocks.ts';
import { closeMarks } from './close-marks.ts';

/** Letters, digits, dots and hyphens up to the path: no user, no port, no backslash, no letter from another script. */
const plainHttps = /^https:\/\/[a-z0-9.-]+(?=[/?#]|$)/i;
/** Browsers drop some of these from an address before they follow it. */
const dropped = /[\s\\\p{Cc}\p{Cf}\p{Cs}]/u;

/** The address if an answer may link to it: https, at exactly one of `linkHosts`, without tricks. */
export function pickLink(written: string, linkHosts: readonly string[]): string | undefined {
  if (!plainHttps.test(written) || dropped.test(written)) return undefined;
  const url = readUrl(written);
  return url && url.protocol === 'https:' && isBare(url) && linkHosts.includes(url.hostname) ? url.href : undefined;
}

const isBare = ({ port, username, password }: URL) => port === '' && username === '' && password === '';

/** Some visitors' browsers lack URL.canParse. */
function readUrl(written: string): URL | undefined {
  try {
    return new URL(written);
  } catch {
    return undefined;
  }
}

const maxNodes = 2000;
/** Far longer than any answer; the parser takes milliseconds for it. */
const maxCharacters = 20_000;
/** Takes the parser seconds, and is never written on purpose: dozens of lists in one line, hundreds of stars in a row. */
const slowPatterns = [/^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])){40}/m, /\*{200}|_{200}/];

/**
 * Without headings underlined by hyphens: while an answer arrives, the hyphen of a list would turn the line above into one for a moment.
 * Indented text is text, not code.
 */
const options: Options = { extensions: [{ disable: { null: ['setextUnderline', 'codeIndented'] } }] };

/**
 * The blocks of Markdown, converted kind by kind from the parser's tree, so that nothing is drawn that `Block` does not
 * name: HTML stays text, pictures become their description, links lead by https to one of `linkHosts` or become their
 * text. Never throws; at most 8 levels deep and 2000 nodes, the rest is text.
 */
export function parseMarkdown(text: string, linkHosts: readonly string[]): readonly Block[] {
  const source = text.replace(/^\ufeff/, '');
  if (source.length > maxCharacters || slowPatterns.some((pattern) => pattern.test(source))) return [toTextBlock(source)];
  const root = fromMarkdown(source, options);
  const context = createContext(root, source, linkHosts);
  const blocks: Block[] = [];
  // Two for the text that the rest becomes.
  let left = maxNodes - 2;
  for (const [index, node] of root.children.entries()) {
    const next = toBlocks([node], context);
    left -= countNodes(next);
    if (left < 0) return [...blocks, toTextBlock(textOf(root.children.slice(index), context))];
    blocks.push(...next);
  }
  return blocks;
}

/** A line that begins with a letter after an empty line: every block before the line is finished. */
const freshParagraph = /\n[ \t]*\n(?=\p{L})/gu;
/** A definition changes links of the text before it. */
const definition = /^ {0,3}\[[^\]\n]*\]:/m;
/** Code and HTML may hold empty lines. */
const holdsEmptyLines = /^ {0,3}(?:`{3}|~{3})|<(?:[!?]|script|pre|style|textarea)/im;

function finishedLength(text: string): number {
  const end = holdsEmptyLines.test(text) ? undefined : [...text.matchAll(freshParagraph)].at(-1);
  return end ? end.index + end[0].length : 0;
}

/** Parses a text that grows. Blocks that are finished are neither parsed nor made again, so the work grows with the length of the text. */
export function createMarkdownParser(parse = parseMarkdown) {
  let finished = '';
  let blocks: readonly Block[] = [];
  let hosts: readonly string[] = [];
  /** @param isWhole otherwise marks whose other half is missing are closed or left out */
  return (text: string, linkHosts: readonly string[], isWhole = true): readonly Block[] => {
    const close = isWhole ? (end: string) => end : closeMarks;
    if (!text.startsWith(finished) || hosts !== linkHosts) {
      finished = '';
      blocks = [];
      hosts = linkHosts;
    }
    const rest = text.slice(finished.length);
    const length = finishedLength(rest);
    if (length > 0) {
      blocks = [...blocks, ...parse(rest.slice(0, length), linkHosts)];
      finished += rest.slice(0, length);
    }
    const all = [...blocks, ...parse(close(rest.slice(length)), linkHosts)];
    const isComplete = blocks.length === 0 || (countNodes(all) <= maxNodes && !(text.includes(']:') && definition.test(text)));
    return isComplete ? all : parse(close(text), linkHosts);
  };
}

const toTextBlock = (text: string): Block => ({ kind: 'paragraph', children: [{ kind: 'text', text }] });

function countNodes(nodes: readonly (Block | Inline)[]): number {
  return nodes.reduce((sum, node) => sum + 1 + countChildren(node), 0);
}

function countChildren(node: Block | Inline): number {
  if ('children' in node) return countNodes(node.children);
  return node.kind === 'list' ? node.items.reduce((sum, item) => sum + 1 + countNodes(item), 0) : 0;
}

type MarkdownRoot = ReturnType<typeof fromMarkdown>;
type MarkdownNode = MarkdownRoot['children'][number];

/** What a node is converted with. */
interface Context {
  source: string;
  linkHosts: readonly string[];
  /** Addresses by the identifier that references to them use. */
  definitions: ReadonlyMap<string, string>;
  /** Identifiers that some link or picture refers to. */
  referenced: ReadonlySet<string>;
  /** Depth of the node's blocks; 1 at the top. */
  depth: number;
  isInLink: boolean;
}

/** Deeper elements become text. */
const maxDepth = 8;

const deeper = (context: Context): Context => ({ ...context, depth: context.depth + 1 });

/** The first definition of an identifier counts. Not recursive, because a hostile tree is deeper than the engine's stack. */
function createContext(root: MarkdownRoot, source: string, linkHosts: readonly string[]): Context {
  const definitions = new Map<string, string>();
  const referenced = new Set<string>();
  const open: MarkdownNode[] = root.children.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
    if (node.type === 'linkReference' || node.type === 'imageReference') referenced.add(node.identifier);
    if ('children' in node) open.push(...node.children.toReversed());
  }
  return { source, linkHosts, definitions, referenced, depth: 1, isInLink: false };
}

/** The source text, Markdown included. */
function sourceOf(nodes: readonly MarkdownNode[], { source }: Context): string {
  return source.slice(nodes[0]?.position?.start.offset, nodes.at(-1)?.position?.end.offset);
}

/** The text of neighbouring nodes, however deep they nest. */
const textOf = (nodes: readonly MarkdownNode[], context: Context): string => toPlainText(sourceOf(nodes, context));

/** Nodes of any kind that is not named here become text; empty ones are left out. */
function toBlocks(nodes: readonly MarkdownNode[], context: Context): readonly Block[] {
  return nodes.flatMap((node) => toBlock(node, context));
}

function toBlock(node: MarkdownNode, context: Context): readonly Block[] {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return toTextLines(node.type, toInlines(node.children, deeper(context)));
    case 'thematicBreak':
      return [{ kind: 'rule' }];
    case 'code':
      return node.value ? [{ kind: 'code', text: node.value }] : [];
    case 'html':
      return toTextLines('paragraph', toLines(node.value));
    case 'blockquote':
      return toQuote(node, context);
    case 'list':
      return toList(node, context);
    case 'definition':
      // Without a reference it may be prose after a bracket.
      return context.referenced.has(node.identifier) ? [] : toTextLines('paragraph', toLines(sourceOf([node], context)));
    default:
      return toText(node, context);
  }
}

function toTextLines(kind: 'paragraph' | 'heading', children: readonly Inline[]): readonly Block[] {
  return children.length > 0 ? [{ kind, children }] : [];
}

const toText = (node: MarkdownNode, context: Context) => toTextLines('paragraph', toLines(textOf([node], context)));

function toQuote(node: Extract<MarkdownNode, { type: 'blockquote' }>, context: Context): readonly Block[] {
  if (context.depth >= maxDepth) return toText(node, context);
  const children = toBlocks(node.children, deeper(context));
  return children.length > 0 ? [{ kind: 'quote', children }] : [];
}

function toList(node: Extract<MarkdownNode, { type: 'list' }>, context: Context): readonly Block[] {
  if (context.depth >= maxDepth) return toText(node, context);
  const items = node.children.map((item) => toBlocks(item.children, deeper(context)));
  return [{ kind: 'list', start: node.ordered ? (node.start ?? 1) : undefined, items }];
}

/** Nodes of any kind that is not named here become text. */
function toInlines(nodes: readonly MarkdownNode[], context: Context): readonly Inline[] {
  return joinTexts(nodes.flatMap((node) => toInline(node, context)));
}

/** Line breaks are kept: guides write them between short lines. */
function toLines(text: string): readonly Inline[] {
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((line, index): Inline[] => [
      ...(index > 0 ? [{ kind: 'break' } as const] : []),
      ...(line ? [{ kind: 'text', text: line } as const] : []),
    ]);
}

function toInline(node: MarkdownNode, context: Context): readonly Inline[] {
  if ('children' in node && context.depth > maxDepth) return toLines(textOf([node], context));
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
      return toMarked(node, context);
    case 'link':
      return toLink(node.url, node.children, context);
    case 'linkReference':
      return toLink(context.definitions.get(node.identifier), node.children, context);
    default:
      return toLines(textOf([node], context));
  }
}

function toMarked(
  { type, children: nodes }: { type: 'strong' | 'emphasis'; children: MarkdownNode[] },
  context: Context,
): readonly Inline[] {
  const children = toInlines(nodes, deeper(context));
  return children.length > 0 ? [{ kind: type, children }] : [];
}

/** A link that is not allowed, or that is part of another one, becomes its text. */
function toLink(address: string | undefined, nodes: readonly MarkdownNode[], context: Context): readonly Inline[] {
  const url = context.isInLink ? undefined : pickLink(address ?? '', context.linkHosts);
  if (url === undefined) return toInlines(nodes, context);
  const children = toInlines(nodes, { ...deeper(context), isInLink: true });
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
