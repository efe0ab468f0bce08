import { z } from 'zod/mini';
import { languageSchema } from '../i18n/language.ts';
import { entityIdSchema } from '../museum/id.ts';
import { exhibitionSchema, museumSchema } from '../museum/museum.ts';
import { museumProfileSchema } from '../museum/profile.ts';
import { tourActions } from '../museum/tour-words.ts';
import { tourMarkLimit } from './limits.ts';

/** GET /api/museums/:museumId */
export const museumResponseSchema = z.object({ museum: museumSchema, profile: museumProfileSchema });
export type MuseumResponse = z.infer<typeof museumResponseSchema>;

/** GET /api/museums?code=BELM */
export const codeResponseSchema = z.object({ museumId: entityIdSchema });

/** GET /api/museums/:museumId/exhibitions/:exhibitionId */
export const exhibitionResponseSchema = z.object({ exhibition: exhibitionSchema });

const documentIdSchema = z.string().check(z.minLength(1), z.maxLength(200));

/** GET /api/museums/:museumId/documents?search=…: paragraphs of the museum's texts, the best first. */
export const foundPassagesSchema = z.object({
  /** English if the museum has no texts in the visitor's language. */
  language: languageSchema,
  passages: z
    .array(
      z.object({
        document: documentIdSchema,
        title: z.string(),
        /** From 1. */
        paragraph: z.int().check(z.gte(1)),
        /** The sentences that fit, in pieces. Every second piece is a match. */
        excerpt: z.array(z.string()),
      }),
    )
    .check(z.maxLength(10)),
});
export type FoundPassages = z.infer<typeof foundPassagesSchema>;

/** GET /api/museums/:museumId/documents/:document */
export const museumDocumentSchema = z.object({ language: languageSchema, title: z.string(), paragraphs: z.array(z.string()) });
export type MuseumDocument = z.infer<typeof museumDocumentSchema>;

export const sourceSchema = z.object({
  title: z.string(),
  document: z.string(),
  /** The paragraphs that the answer uses, from 1. Absent if the service does not name them. */
  paragraphs: z.exactOptional(z.array(z.int().check(z.gte(1), z.lte(999))).check(z.maxLength(50))),
  isEasy: z.exactOptional(z.literal(true)),
});
export type Source = z.infer<typeof sourceSchema>;

/** The index starts at 0. */
export const roomSchema = z.object({ index: z.int().check(z.nonnegative()), count: z.int().check(z.positive()), name: z.string() });
export type Room = z.infer<typeof roomSchema>;

export const tourSchema = z.object({
  /** The tour step of the visitor's message. Absent for a question; the end of the visit counts questions. */
  action: z.exactOptional(z.enum(tourActions)),
  phase: z.enum(['before', 'under-way', 'over']),
  /** From 1. */
  room: z.int().check(z.positive()),
  rooms: z.int().check(z.positive()),
  /** From 1 in this room; 0 before its first stop. */
  stop: z.int().check(z.nonnegative()),
  stops: z.int().check(z.nonnegative()),
  /** Length of the plan's rest, this answer included. */
  leftSeconds: z.int().check(z.nonnegative()),
  /** The open question, even if this answer does not repeat it. The visitor answers with the words for `yes` and `no`. */
  asks: z.exactOptional(z.enum(['begin', 'next-room', 'next-stop', 'more'])),
  /** Another transport or device continues the tour with the mark. Pages copy the mark unread to the head of a summary, `[tour MARK]`. */
  mark: z.string().check(z.maxLength(tourMarkLimit)),
});
export type Tour = z.infer<typeof tourSchema>;

/** Quoted from the museum's own texts, or written by a language model, which may have no name. */
export const generatedSchema = z.object({ kind: z.enum(['quotation', 'model']), model: z.optional(z.string().check(z.maxLength(200))) });
export type Generated = z.infer<typeof generatedSchema>;

export const chatResponseSchema = z.object({
  messageId: z.string(),
  text: z.string(),
  sources: z.array(sourceSchema),
  room: z.optional(roomSchema),
  tour: z.optional(tourSchema),
  generated: z.optional(generatedSchema),
});
export type ChatResponse = z.infer<typeof chatResponseSchema>;

/** POST /api/welcome */
export const welcomeResponseSchema = z.object({ text: z.string().check(z.minLength(1)) });

/** POST /api/tours */
export const tourPlanResponseSchema = z.object({
  /** In order, each with its number of stops. Empty if there is no tour. */
  rooms: z.array(z.object({ name: z.string(), stops: z.int().check(z.nonnegative()) })),
  minutes: z.int().check(z.nonnegative()),
  /** The visitor's choice. Absent if the museum does not ask. */
  chosenMinutes: z.optional(z.int().check(z.positive())),
  /** The plan takes the chosen minutes, up to 15 % more or less. */
  fills: z.boolean(),
});
export type TourPlanResponse = z.infer<typeof tourPlanResponseSchema>;

/** POST /api/transcriptions: a form with `language` and `file` (WAV). */
export const transcriptionResponseSchema = z.object({ text: z.string() });

/** POST /api/questions */
export const questionsResponseSchema = z.object({
  questions: z.union([z.tuple([z.string(), z.string(), z.string()]), z.tuple([])]),
});

/** POST /api/translations: null for a line without a translation. */
export const translationsResponseSchema = z.object({ lines: z.array(z.nullable(z.string())) });
