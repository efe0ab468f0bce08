import type { Guide } from '../guide.ts';
import { findProperNames } from './check-sentence.ts';
import { type AnswerOptions, ModelAnswer } from './model-answer.ts';
import { createRetrieval } from './retrieve-passages.ts';

export type { AnswerReport } from './model-answer.ts';

export interface ModelGuideOptions extends AnswerOptions {
  /** Limit of tokens for passages. The request has all texts of the language if they fit, otherwise the best passages. */
  passageTokens: number;
}

/** A sentence without a supporting passage is dropped. */
export function createModelGuide(options: ModelGuideOptions): Guide {
  const { embedded, content } = options;
  const retrieve = createRetrieval(embedded, options.passageTokens);
  let properNames: ReadonlySet<string> | undefined;
  return {
    related: embedded.related,
    async *answer(state, question, signal, onUsage = () => {}) {
      properNames ??= findProperNames(content.knowledge);
      const answer = new ModelAnswer(options, { state, question, properNames, retrieved: retrieve(state, question) });
      if (answer.isForModel()) return yield* answer.stream(onUsage, signal);
      onUsage({ promptTokens: 0, completionTokens: 0, isEstimated: false });
      yield* answer.embeddedEvents();
    },
  };
}
