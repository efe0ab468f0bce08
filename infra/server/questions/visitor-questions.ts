import { createHmac } from 'node:crypto';
import {
  type AskedGroup,
  type AskedReason,
  askedQuestionsSchema,
  erasedQuestionsSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { AskedQuestion, Asker, QuestionFacts, VisitorQuestions } from '../gateway/guide/visitor-questions.ts';
import type { Log } from '../http/create-log.ts';
import { callEvery } from '../http/kit.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Endpoint } from '../registry/api/routes.ts';
import { createVisitAdmission, visitMs } from '../registry/metrics/counts.ts';
import type { QuestionRow, QuestionStore } from './question-store.ts';

/** The gateway and calls record the questions, and operators read them. */
export type QuestionBook = ReturnType<typeof createQuestionBook>;

interface QuestionBookOptions {
  store: QuestionStore;
  /** Counts each question and sentence, stored or not. */
  metrics: Pick<Metrics, 'askedInVain'>;
  /** Hashes questions and visits. After a change of the key, counting starts again. */
  key(): Buffer;
  clock: Clock;
  log: Log;
}

/** The most answers that can still be rated. */
const mostAnswers = 5_000;
const mostCalls = 2_000;
/** A hanging database must not fill the memory. */
const mostWrites = 200;
const pruneMs = 6 * 60 * 60_000;
const longestWords = 300;
const mostSentences = 3;

/** Records questions in the background, so that a failing database does not delay answers. */
export function createQuestionBook({ store, metrics, key, clock, log }: QuestionBookOptions) {
  const answers = new LRUCache<string, AskedQuestion>({ max: mostAnswers, ttl: visitMs, ttlResolution: 0, perf: clock });
  const calls = new LRUCache<string, Asker>({ max: mostCalls });
  const isAdmitted = createVisitAdmission(clock);
  const writes = new Set<Promise<unknown>>();
  let isFailing = false;

  const write = (start: () => Promise<unknown>): void => {
    if (writes.size >= mostWrites) return;
    const written = start().then(
      () => {
        isFailing = false;
      },
      (error: unknown) => {
        if (!isFailing) log.warn({ err: error }, 'unanswered questions cannot be stored now');
        isFailing = true;
      },
    );
    writes.add(written);
    void written.finally(() => writes.delete(written));
  };
  const record = (question: AskedQuestion, reason: AskedReason): void => {
    const { visitId: id, address, museumId } = question.asker;
    metrics.askedInVain('question', museumId, reason);
    if (isAdmitted({ id, address })) write(() => store.add(rowOf(question, reason, key())));
  };
  const add = (question: AskedQuestion): void => {
    const { unanswered, dropped = [] } = question.facts;
    for (const { reason } of dropped) metrics.askedInVain('sentence', question.asker.museumId, reason);
    if (unanswered) record(question, unanswered);
  };

  write(store.prune);
  const endPruning = callEvery(clock, pruneMs, () => write(store.prune));

  const ofGateway: VisitorQuestions = {
    onAnswer(messageId, question) {
      answers.set(messageId, question.asker.consent === 'agreed' ? question : { ...question, text: '' });
      add(question);
    },
    onRating(messageId, visitId, rating) {
      const question = answers.get(messageId);
      if (question?.asker.visitId !== visitId) return;
      if (rating === 'not-helpful') record(question, 'rated-down');
      else write(() => store.remove(rowOf(question, 'rated-down', key())));
    },
    onCall: (callId, asker) => void calls.set(callId, asker),
  };
  return {
    ...ofGateway,
    /** The gateway does not see the texts of calls of the local platform. */
    onCallQuestion(callId: string, text: string, facts: QuestionFacts) {
      const asker = calls.get(callId);
      if (asker) add({ asker, text, facts });
    },
    list: store.list,
    erase: store.erase,
    async close() {
      endPruning();
      await Promise.all(writes);
    },
  };
}

/**
 * If the visitor did not consent, words and sentences are left out. The hashes need the site's key and differ for each question, so that
 * nobody can join one visitor's questions.
 */
function rowOf({ asker, text, facts }: AskedQuestion, reason: AskedReason, key: Buffer): QuestionRow {
  const { museumId: museum, exhibitionId: exhibition, visitId, consent } = asker;
  const { language, document = '', dropped = [] } = facts;
  const hash = (...parts: readonly string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex').slice(0, 32);
  const stems = facts.stems.map(storable).join(' ');
  const question = hash('question', museum, language, stems, document);
  const sentences = dropped
    .slice(0, mostSentences)
    .flatMap(({ reason: why, text: said }) => (said ? [{ reason: why, text: storable(said) }] : []));
  const isAgreed = consent === 'agreed';
  return {
    ...{ museum, question, visit: hash('visit', question, visitId), reason, language, exhibition, document: storable(document), stems },
    words: (isAgreed && storable(text).slice(0, longestWords)) || null,
    sentences: isAgreed && sentences.length > 0 ? JSON.stringify(sentences) : null,
  };
}

/** Removes characters that a database refuses: NUL and unpaired surrogates. */
const storable = (text: string): string =>
  Buffer.from(text.slice(0, 2 * longestWords).replace(/[\p{Cc}\p{Cf}\s]+/gu, ' '))
    .toString()
    .trim();

interface QuestionSite {
  book: Pick<QuestionBook, 'list' | 'erase'>;
  /** Names of a museum's exhibitions by id; empty if the museum cannot be loaded. */
  namesOf(museumId: EntityId): Promise<ReadonlyMap<string, string>>;
}

const museumSchema = z.strictObject(erasedQuestionsSchema.shape).pick({ museumId: true });
const endpoint = <Given extends { museumId: EntityId }>(
  given: Omit<Endpoint<QuestionSite, Given>, 'scope'>,
): Endpoint<QuestionSite, Given> => ({
  scope: 'questions',
  touches: ({ museumId }) => ({ museum: museumId }),
  ...given,
});

export const questionEndpoints = {
  questions: endpoint({
    route: 'GET /museums/:museumId/questions',
    request: museumSchema,
    async handle({ museumId }, { book, namesOf }) {
      const groups = await book.list(museumId);
      const names = groups.length > 0 ? await namesOf(museumId) : new Map<string, string>();
      return askedQuestionsSchema.parse({ questions: groups.map((group) => withNames(group, names)) });
    },
  }),
  eraseQuestions: endpoint({
    route: 'DELETE /museums/:museumId/questions',
    request: museumSchema,
    async handle({ museumId }, { book }, { actor, log }) {
      await book.erase(museumId);
      log.info({ actor, museumId }, "a museum's questions were erased");
      return { museumId };
    },
  }),
  eraseQuestion: endpoint({
    route: 'DELETE /museums/:museumId/questions/:question',
    request: z.strictObject(erasedQuestionsSchema.shape).required(),
    async handle({ museumId, question }, { book }, { actor, log }) {
      await book.erase(museumId, question);
      log.info({ actor, museumId }, 'one question of a museum was erased');
      return { museumId, question };
    },
  }),
};

function withNames({ exhibitions, ...group }: AskedGroup, names: ReadonlyMap<string, string>): AskedGroup {
  return {
    ...group,
    exhibitions: exhibitions.map(({ exhibitionId, visits }) => {
      const name = names.get(exhibitionId);
      return { exhibitionId, ...(name !== undefined && { name }), visits };
    }),
  };
}
