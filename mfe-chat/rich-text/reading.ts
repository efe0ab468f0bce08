import { toPlainText } from '@enfilade/shared-contracts/conversation/transcript/plain-text';
import type { fromMarkdown } from 'mdast-util-from-markdown';

export type MarkdownRoot = ReturnType<typeof fromMarkdown>;
export type MarkdownNode = MarkdownRoot['children'][number];

/** What is known of the whole text while one part of it is read. */
export interface Reading {
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
export function startReading(root: MarkdownRoot, source: string, linkHosts: readonly string[]): Reading {
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
