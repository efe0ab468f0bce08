import { z } from 'zod/mini';
import { languageSchema } from '../i18n/language.ts';
import { entityIdSchema } from '../museum/id.ts';
import { visitSchema } from '../visit/visit.ts';
import { framePattern, messageLimit, mostFrames, speechLimit, translationsLimit } from './limits.ts';

// Pages import only types from this file.

/** POST /api/visits/ping */
export const pingRequestSchema = z.strictObject({ museumId: entityIdSchema });

/** POST /api/chat */
export const chatRequestSchema = z.strictObject({
  visit: visitSchema,
  /** A repeated id gets the same answer and causes one upstream call. */
  clientMessageId: z.uuid(),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(messageLimit)),
  /** What was said in an earlier call, which the chat service has no record of. */
  pastTranscriptSummary: z.optional(z.string().check(z.maxLength(4000))),
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** POST /api/welcome */
export const welcomeRequestSchema = z.strictObject({ visit: visitSchema });
export type WelcomeRequest = z.infer<typeof welcomeRequestSchema>;

/** POST /api/ratings: `none` withdraws an earlier rating. */
export const ratingRequestSchema = z.strictObject({
  visit: visitSchema,
  /** The id of the answer's `done`. Absent: the whole visit. */
  messageId: z.exactOptional(z.uuid()),
  rating: z.enum(['helpful', 'not-helpful', 'none']),
});
export type RatingRequest = z.infer<typeof ratingRequestSchema>;

/** POST /api/speech/:voiceId: the response is audio. */
export const speechRequestSchema = z.strictObject({
  visit: visitSchema,
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(speechLimit)),
});
export type SpeechRequest = z.infer<typeof speechRequestSchema>;

/** POST /api/questions */
export const questionsRequestSchema = z.strictObject({
  visit: visitSchema,
  lines: z.array(z.string().check(z.maxLength(4000))).check(z.maxLength(20)),
  asked: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(9)),
});
export type QuestionsRequest = z.infer<typeof questionsRequestSchema>;

/** POST /api/translations */
export const translationsRequestSchema = z.strictObject({
  museumId: entityIdSchema,
  from: languageSchema,
  to: languageSchema,
  lines: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(speechLimit)))
    .check(z.minLength(1), z.maxLength(translationsLimit)),
});
export type TranslationsRequest = z.infer<typeof translationsRequestSchema>;

/** A position in one of the site's own scripts. Messages and function names of a stack are never sent. */
const frameSchema = z.strictObject({
  /** The path on this site, even for a file from a CDN. */
  file: z.string().check(z.maxLength(240), z.regex(framePattern)),
  /** Both start at 1. */
  line: z.int().check(z.positive(), z.lte(10_000_000)),
  column: z.int().check(z.positive(), z.lte(10_000_000)),
});
export type Frame = z.infer<typeof frameSchema>;

/** update: in a later render or effect · handler: in a listener or timer · rejection: an unhandled promise rejection */
const errorStages = ['load', 'render', 'effect', 'update', 'handler', 'rejection'] as const;
export type ErrorStage = (typeof errorStages)[number];

const durationSchema = z.int().check(z.nonnegative(), z.lte(600_000));
/** Load to usable, interaction to next paint, layout shift, all long tasks. The browser may lack some of them. */
const screenVitalsSchema = z.strictObject({
  usableMs: z.optional(durationSchema),
  inpMs: z.optional(durationSchema),
  shift: z.optional(z.number().check(z.nonnegative(), z.lte(100))),
  longTaskMs: z.optional(durationSchema),
});
export type ScreenVitals = z.infer<typeof screenVitalsSchema>;

/** POST /api/reports */
export const reportsRequestSchema = z.strictObject({
  sequence: z.int().check(z.nonnegative()),
  reports: z
    .array(
      z.strictObject({
        remote: z.string().check(z.maxLength(32)),
        version: z.string().check(z.maxLength(64)),
        /** `error`: the remote threw, and its screen stayed. */
        kind: z.enum(['loaded', 'failed', 'slow', 'render-error', 'violation', 'error', 'vitals']),
        milliseconds: z.optional(durationSchema),
        vitals: z.optional(screenVitalsSchema),
        code: z.optional(z.string().check(z.regex(/^[a-z][a-z-]{0,31}$/))),
        stage: z.optional(z.enum(errorStages)),
        /** The full name of a slot; absent for a screen. */
        slot: z.optional(z.string().check(z.regex(/^[a-z0-9]{1,32}\.[a-z0-9-]{1,32}$/))),
        frames: z.optional(z.array(frameSchema).check(z.maxLength(mostFrames))),
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
});
export type ReportsRequest = z.infer<typeof reportsRequestSchema>;
