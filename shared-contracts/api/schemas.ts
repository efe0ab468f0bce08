import { z } from 'zod/mini';
import { languageSchema } from '../i18n/language.ts';
import { entityIdSchema } from '../museum/id.ts';
import { exhibitionSchema, museumSchema } from '../museum/museum.ts';
import { museumProfileSchema } from '../museum/profile.ts';
import { visitSchema } from '../visit/visit.ts';
import { messageLimit, speechLimit, translationsLimit } from './limits.ts';

/** GET /api/museums/:museumId */
export const museumResponseSchema = z.object({ museum: museumSchema, profile: museumProfileSchema });
export type MuseumResponse = z.infer<typeof museumResponseSchema>;

/** GET /api/museums?code=BELM */
export const codeResponseSchema = z.object({ museumId: entityIdSchema });

/** GET /api/museums/:museumId/exhibitions/:exhibitionId */
export const exhibitionResponseSchema = z.object({ exhibition: exhibitionSchema });

/** POST /api/visits/ping */
export const pingRequestSchema = z.strictObject({ museumId: entityIdSchema });

const documentIdSchema = z.string().check(z.minLength(1), z.maxLength(200));

/** GET /api/museums/:museumId/documents?search=…: paragraphs of the museum's texts, the best first. */
export const foundPassagesSchema = z.object({
  /** Of the texts: English where the museum has none in the visitor's. */
  language: languageSchema,
  passages: z
    .array(
      z.object({
        document: documentIdSchema,
        title: z.string(),
        /** From 1. */
        paragraph: z.int().check(z.gte(1)),
        /** The sentences that fit, in pieces: every second one is what was searched for. */
        excerpt: z.array(z.string()),
      }),
    )
    .check(z.maxLength(10)),
});
export type FoundPassages = z.infer<typeof foundPassagesSchema>;

/** GET /api/museums/:museumId/documents/:document: one of the museum's texts. */
export const museumDocumentSchema = z.object({ language: languageSchema, title: z.string(), paragraphs: z.array(z.string()) });
export type MuseumDocument = z.infer<typeof museumDocumentSchema>;

/** POST /api/chat */
export const chatRequestSchema = z.strictObject({
  visit: visitSchema,
  /** The same id again gets the same answer and costs one upstream call. */
  clientMessageId: z.uuid(),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(messageLimit)),
  /** What was said in a call before, which this chat knows nothing of. */
  pastTranscriptSummary: z.optional(z.string().check(z.maxLength(4000))),
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;

export const sourceSchema = z.object({
  title: z.string(),
  document: z.string(),
  /** Of the document, from 1: what the answer is taken from. Absent where the service does not say. */
  paragraphs: z.exactOptional(z.array(z.int().check(z.gte(1), z.lte(999))).check(z.maxLength(50))),
  /** They are quoted in the museum's easy language. */
  isEasy: z.exactOptional(z.literal(true)),
});
export type Source = z.infer<typeof sourceSchema>;

/** Where the guided tour stands: index counts from 0. */
export const roomSchema = z.object({ index: z.int().check(z.nonnegative()), count: z.int().check(z.positive()), name: z.string() });
export type Room = z.infer<typeof roomSchema>;

/** How a text came about: put together from the museum's own texts, or written by a language model, which may be unnamed. */
export const generatedSchema = z.object({ kind: z.enum(['quotation', 'model']), model: z.optional(z.string().check(z.maxLength(200))) });
export type Generated = z.infer<typeof generatedSchema>;

export const chatResponseSchema = z.object({
  messageId: z.string(),
  text: z.string(),
  sources: z.array(sourceSchema),
  room: z.optional(roomSchema),
  generated: z.optional(generatedSchema),
});
export type ChatResponse = z.infer<typeof chatResponseSchema>;

/** POST /api/welcome: the exhibition's own first words, for a thread in which nothing was said yet. */
export const welcomeRequestSchema = z.strictObject({ visit: visitSchema });
export type WelcomeRequest = z.infer<typeof welcomeRequestSchema>;
export const welcomeResponseSchema = z.object({ text: z.string().check(z.minLength(1)) });

/** POST /api/ratings: what the visitor thought of an answer, or of the whole visit; `none` takes an earlier word back. */
export const ratingRequestSchema = z.strictObject({
  visit: visitSchema,
  /** As the answer's `done` told it. Absent: the whole visit. */
  messageId: z.exactOptional(z.uuid()),
  rating: z.enum(['helpful', 'not-helpful', 'none']),
});
export type RatingRequest = z.infer<typeof ratingRequestSchema>;

/** POST /api/speech/:voiceId; the answer is audio. */
export const speechRequestSchema = z.strictObject({
  visit: visitSchema,
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(speechLimit)),
});
export type SpeechRequest = z.infer<typeof speechRequestSchema>;

/** POST /api/transcriptions: a form of `file` (WAVE) and `language`. */
export const transcriptionResponseSchema = z.object({ text: z.string() });

/** POST /api/questions */
export const questionsRequestSchema = z.strictObject({
  visit: visitSchema,
  lines: z.array(z.string().check(z.maxLength(4000))).check(z.maxLength(20)),
  asked: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(9)),
});
export type QuestionsRequest = z.infer<typeof questionsRequestSchema>;
export const questionsResponseSchema = z.object({
  questions: z.union([z.tuple([z.string(), z.string(), z.string()]), z.tuple([])]),
});

/** POST /api/translations: what the guide said, in another language. */
export const translationsRequestSchema = z.strictObject({
  museumId: entityIdSchema,
  from: languageSchema,
  to: languageSchema,
  lines: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(speechLimit)))
    .check(z.minLength(1), z.maxLength(translationsLimit)),
});
export type TranslationsRequest = z.infer<typeof translationsRequestSchema>;
/** As many lines, in the same order; null for one that cannot be said in that language. */
export const translationsResponseSchema = z.object({ lines: z.array(z.nullable(z.string())) });

/** Of a stack, the innermost first; a page sends no more. */
export const mostFrames = 10;
/** A place in one of the site's own scripts. What a stack says besides, messages and names of functions, is never sent. */
export const frameSchema = z.strictObject({
  /** By its address in this site, also where it came from a CDN. */
  file: z.string().check(z.maxLength(240), z.regex(/^\/(?:static|remotes\/[a-z][a-z0-9]*\/[\w.-]+)\/(?:[\w-]+\/)*[\w.-]+\.js$/)),
  /** Both from 1. */
  line: z.int().check(z.positive(), z.lte(10_000_000)),
  column: z.int().check(z.positive(), z.lte(10_000_000)),
});
export type Frame = z.infer<typeof frameSchema>;

/**
 * When a remote threw. load: while its scripts ran · render: drawn for the first time · effect: in an effect after that ·
 * update: drawn again, or in a later effect · handler: in a listener or timer · rejection: nobody handled a promise's
 */
export const errorStages = ['load', 'render', 'effect', 'update', 'handler', 'rejection'] as const;
export type ErrorStage = (typeof errorStages)[number];

/** POST /api/reports */
export const reportsRequestSchema = z.strictObject({
  sequence: z.int().check(z.nonnegative()),
  reports: z
    .array(
      z.strictObject({
        remote: z.string().check(z.maxLength(32)),
        version: z.string().check(z.maxLength(64)),
        /** `error`: it threw, and its screen stayed. */
        kind: z.enum(['loaded', 'failed', 'slow', 'render-error', 'violation', 'error']),
        milliseconds: z.optional(z.int().check(z.nonnegative(), z.lte(600_000))),
        /** One of the host's own words for it. */
        code: z.optional(z.string().check(z.regex(/^[a-z][a-z-]{0,31}$/))),
        stage: z.optional(z.enum(errorStages)),
        frames: z.optional(z.array(frameSchema).check(z.maxLength(mostFrames))),
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
});
export type ReportsRequest = z.infer<typeof reportsRequestSchema>;
