import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { KnowledgeDocument } from '../../content/content.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

/** One paragraph as it is indexed. */
export interface Passage {
  id: number;
  document: KnowledgeDocument;
  /** Position in the document. */
  paragraph: number;
  title: string;
  /** What the paragraph is about: its first sentence, often the visitor's question. */
  lead: string;
  /** Its first words, where a paragraph names its subject. */
  opening: string;
  text: string;
}

/** All paragraphs of the documents; the id is the position. */
export function passagesOf(documents: readonly KnowledgeDocument[]): Passage[] {
  const passages = documents.flatMap((document) =>
    document.paragraphs.map((text, paragraph) => ({
      document,
      paragraph,
      title: document.title,
      lead: splitSentences(text)[0] ?? '',
      opening: text.split(/\s+/, openingWords).join(' '),
      text,
    })),
  );
  return passages.map((passage, id) => ({ ...passage, id }));
}

const openingWords = 5;

const centralCount = 3;

/** The stems of what a document is about: what its title says, and what it says again and again. */
export function centralStems({ title, paragraphs }: KnowledgeDocument, vocabulary: Vocabulary): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const stem of vocabulary.stemsOf(paragraphs.join('\n'))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const repeated = [...counts].filter(([, count]) => count >= centralCount).map(([stem]) => stem);
  return new Set([...vocabulary.stemsOf(title), ...repeated]);
}
