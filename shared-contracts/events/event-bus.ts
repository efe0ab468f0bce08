import { z } from 'zod/mini';
import { languageSchema } from '../i18n/language.ts';
import { entityIdSchema } from '../museum/id.ts';
import { questionIds } from '../museum/question-ids.ts';

/** Facts that screens emit. Every fact is also in a store, so late listeners miss nothing. */
export const eventSchemas = {
  'visitor-arrived': z.strictObject({ museumId: entityIdSchema }),
  'collection-chosen': z.strictObject({ exhibitionId: entityIdSchema }),
  'question-answered': z.strictObject({ questionId: z.enum(questionIds), options: z.array(z.string()) }),
  'tailoring-finished': z.strictObject({}),
  'language-changed': z.strictObject({ language: languageSchema }),
  'conversation-started': z.strictObject({ transport: z.enum(['text', 'voice']) }),
  'turn-finished': z.strictObject({ turn: z.int().check(z.positive()), speaker: z.enum(['visitor', 'guide']) }),
  'conversation-ended': z.strictObject({ reason: z.string() }),
  'screen-failed': z.strictObject({ remote: z.string(), version: z.string(), code: z.string() }),
  'composition-changed': z.strictObject({ sequence: z.int().check(z.nonnegative()) }),
} as const;

export type EventName = keyof typeof eventSchemas;
export type EventPayload<Name extends EventName> = z.infer<(typeof eventSchemas)[Name]>;

export interface EventBus {
  /** Calls listeners in the order they were added. If a listener throws, the error is reported and the others still run. */
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  /** @deprecated `emit` was named `tell` up to contract 1.3. */
  tell<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  /** Listens until the returned function is called or `signal` aborts. */
  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void, signal?: AbortSignal): () => void;
}
