import type { KnowledgeDocument } from '../../content/content.ts';
import type { Hit } from './knowledge-index.ts';
import type { QuestionTerm } from './question-terms.ts';

/** What the conversation is about before the question is read. */
export interface SearchFocus {
  /** Whether a document belongs to where the visitor is. */
  isNear(document: KnowledgeDocument): boolean;
  /** Document of the previous reply. */
  previousId: string | undefined;
  /** Whether the question leans on the previous reply ("Who painted it?"). */
  refersBack: boolean;
  /** Whether a paragraph gives the kind of answer that is wanted. */
  fitsQuestion(paragraph: string): boolean;
}

/** The document that answers, its best paragraph, and how sure that is. */
export interface Finding {
  document: KnowledgeDocument;
  paragraph: number;
  /** Share of what the question says that the document knows; over 1 where that is what the document is about. */
  coverage: number;
}

const nearBoost = 1.35;
const previousBoost = 1.2;
const refersBackBoost = 1.8;
/** More inside a document than between documents: there the topic is known. */
const fittingBoost = { paragraph: 1.8, document: 1.3 };

/** The best document for the question by what its paragraphs know; undefined where nothing was hit. */
export function pickFinding(hits: readonly Hit[], terms: readonly QuestionTerm[], focus: SearchFocus): Finding | undefined {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const shareOf = (known: readonly number[]) => terms.reduce((sum, { weight }, at) => sum + weight * (known[at] ?? 0), 0) / total;
  const backBoost = focus.refersBack ? refersBackBoost : previousBoost;
  const found = [...hitsByDocument(hits)].map(([document, own]) => {
    const worthOf = ({ score, known, paragraph }: Hit, boost: number) =>
      score * shareOf(known) * (focus.fitsQuestion(document.paragraphs[paragraph] ?? '') ? boost : 1);
    const best = Math.max(...own.map((hit) => worthOf(hit, fittingBoost.document)));
    const paragraphWorth = (hit: Hit) => worthOf(hit, fittingBoost.paragraph);
    const { paragraph } = own.reduce((one, other) => (paragraphWorth(other) > paragraphWorth(one) ? other : one));
    const together = terms.map((_, at) => Math.max(...own.map(({ known }) => known[at] ?? 0)));
    // Half of the document's sureness must come from one paragraph: words scattered over a page are no answer.
    const coverage = (Math.max(...own.map(({ known }) => shareOf(known))) + shareOf(together)) / 2;
    const boost = (focus.isNear(document) ? nearBoost : 1) * (focus.previousId === document.id ? backBoost : 1);
    return { document, paragraph, coverage, rank: best * coverage * boost };
  });
  return found.sort((one, other) => other.rank - one.rank || (one.document.id < other.document.id ? -1 : 1))[0];
}

function hitsByDocument(hits: readonly Hit[]): Map<KnowledgeDocument, Hit[]> {
  const grouped = new Map<KnowledgeDocument, Hit[]>();
  for (const hit of hits) grouped.set(hit.document, [...(grouped.get(hit.document) ?? []), hit]);
  return grouped;
}
