import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { toPlainText } from '../../conversation/transcript/plain-text.ts';
import type { Block, Inline } from './blocks.ts';
import { closeMarks } from './close-marks.ts';

/** ASCII letters, digits, dots and hyphens up to the path: no user, port or backslash. */
const plainHttps = /^https:\/\/[a-z0-9.-]+(?=[/?#]|$)/i;
/** Characters that browsers may drop from a URL. */
const dropped = /[\s\\\p{Cc}\p{Cf}\p{Cs}]/u;

/** An answer may link to https and a host of `linkHosts`, without user, port or disguise. */
export function pickLink(written: string, linkHosts: readonly string[]): string | undefined {
  if (!plainHttps.test(written) || dropped.test(written)) return undefined;
  const url = readUrl(written);
  return url && url.protocol === 'https:' && isBare(url) && linkHosts.includes(url.hostname) ? url.href : undefined;
}

const isBare = ({ port, username, password }: URL) => port === '' && username === '' && password === '';

/** Older browsers lack URL.canParse. */
function readUrl(written: string): URL | undefined {
  try {
    return new URL(written);
  } catch {
    return undefined;
  }
}

const maxNodes = 2000;
/** Far longer than any answer; the parser needs milliseconds. */
const maxCharacters = 20_000;
/** The parser needs seconds for dozens of lists in one line or hundreds of stars in a row. */
const slowPatterns = [/^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])){40}/m, /\*{200}|_{200}/];

/** The hyphen of an arriving list would turn the line above into a heading for a moment. Indented text stays text. */
const options: Options = { extensions: [{ disable: { null: ['setextUnderline', 'codeIndented'] } }] };

/**
 * Converts the parser's tree kind by kind: HTML stays text, pictures become their description, forbidden links their text. Text beyond 8
 * levels and 2000 nodes stays text.
 */
export function parseMarkdown(text: string, linkHosts: readonly string[]): readonly Block[] {
  const source = text.replace(/^\ufeff/, '');
  if (source.length > maxCharacters || slowPatterns.some((pattern) => pattern.test(source))) return [toTextBlock(source)];
  const root = fromMarkdown(source, options);
  const context = createContext(root, source, linkHosts);
  const blocks: Block[] = [];
  // The rest's text needs two nodes.
  let left = maxNodes - 2;
  for (const [index, node] of root.children.entries()) {
    const next = toBlocks([node], context);
    left -= countNodes(next);
    if (left < 0) return [...blocks, toTextBlock(textOf(root.children.slice(index), context))];
    blocks.push(...next);
  }
  return blocks;
}

/** A line that starts with a letter after an empty line finishes every block before the line. */
const freshParagraph = /\n[ \t]*\n(?=\p{L})/gu;
/** A definition changes links in the text before it. */
const definition = /^ {0,3}\[[^\]\n]*\]:/m;
/** Code and HTML may contain empty lines. */
const holdsEmptyLines = /^ {0,3}(?:`{3}|~{3})|<(?:[!?]|script|pre|style|textarea)/im;

function finishedLength(text: string): number {
  const end = holdsEmptyLines.test(text) ? undefined : [...text.matchAll(freshParagraph)].at(-1);
  return end ? end.index + end[0].length : 0;
}

/** Parses finished blocks of a growing text once, so that the work is linear in the text's length. */
export function createMarkdownParser(parse = parseMarkdown) {
  let finished = '';
  let blocks: readonly Block[] = [];
  let hosts: readonly string[] = [];
  /** @param isWhole false closes or removes incomplete marks */
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

interface Context {
  source: string;
  linkHosts: readonly string[];
  /** URLs of definitions by identifier. */
  definitions: ReadonlyMap<string, string>;
  referenced: ReadonlySet<string>;
  /** 1 at the top. */
  depth: number;
  isInLink: boolean;
}

/** Deeper elements become text. */
const maxDepth = 8;

const deeper = (context: Context): Context => ({ ...context, depth: context.depth + 1 });

/** The first definition counts. Not recursive, because a hostile tree can be deeper than the stack. */
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

function sourceOf(nodes: readonly MarkdownNode[], { source }: Context): string {
  return source.slice(nodes[0]?.position?.start.offset, nodes.at(-1)?.position?.end.offset);
}

const textOf = (nodes: readonly MarkdownNode[], context: Context): string => toPlainText(sourceOf(nodes, context));

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
      // A definition without a reference may be prose after a bracket.
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

function toInlines(nodes: readonly MarkdownNode[], context: Context): readonly Inline[] {
  return joinTexts(nodes.flatMap((node) => toInline(node, context)));
}

/** Keeps line breaks, because guides write them between short lines. */
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

/** A forbidden link, or a link inside another link, becomes its text. */
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
