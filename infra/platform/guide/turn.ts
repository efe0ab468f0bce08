import type { MuseumContent } from '../content/content.ts';
import type { GuideQuestion, GuideState } from './guide-state.ts';
import type { KnowledgeIndex } from './search/knowledge-index.ts';

/** Everything one answer is made from. */
export interface Turn {
  content: MuseumContent;
  /** Of the question's language. */
  index: KnowledgeIndex;
  state: GuideState;
  question: GuideQuestion;
}
