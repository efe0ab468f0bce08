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

export const sourceSchema = z.object({
  title: z.string(),
  document: z.string(),
  /** Of the document, from 1: what the answer is taken from. Absent where the service does not say. */
  paragraphs: z.exactOptional(z.array(z.int().check(z.gte(1), z.lte(999))).check(z.maxLength(50))),
  /** They are quoted in the museum's easy language. */
  isEasy: z.exactOptional(z.literal(true)),
});
export type Source = z.infer<typeof sourceSchema>;

/** The present room of the guided tour. The index starts at 0. */
export const roomSchema = z.object({ index: z.int().check(z.nonnegative()), count: z.int().check(z.positive()), name: z.string() });
export type Room = z.infer<typeof roomSchema>;

/** State of a guided tour after an answer, and the question that the answer asks. */
export const tourSchema = z.object({
  /** The visitor's message was this step of the tour; absent for a question, which counts as one at the end of the visit. */
  action: z.exactOptional(z.enum(tourActions)),
  phase: z.enum(['before', 'under-way', 'over']),
  /** From 1. */
  room: z.int().check(z.positive()),
  rooms: z.int().check(z.positive()),
  /** Of this room, from 1; 0 before its first stop. */
  stop: z.int().check(z.nonnegative()),
  stops: z.int().check(z.nonnegative()),
  /** What the rest of the plan takes from the beginning of this answer on. */
  leftSeconds: z.int().check(z.nonnegative()),
  /** The question that stands, also where this answer does not repeat it; the visitor answers it with the words for `yes` and `no`. */
  asks: z.exactOptional(z.enum(['begin', 'next-room', 'next-stop', 'more'])),
  /** Carried unread at the head of a summary, `[tour MARK]`: with it another transport or device continues the tour. */
  mark: z.string().check(z.maxLength(tourMarkLimit)),
});
export type Tour = z.infer<typeof tourSchema>;

/** Origin of a text: quoted from the museum's own texts, or written by a language model, which may be unnamed. */
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

/** POST /api/tours: the summary that the start of a guided tour shows. */
export const tourPlanResponseSchema = z.object({
  /** In order, each with its number of stops. None: there is no tour. */
  rooms: z.array(z.object({ name: z.string(), stops: z.int().check(z.nonnegative()) })),
  /** The whole tour takes. */
  minutes: z.int().check(z.nonnegative()),
  /** What the visitor chose; absent where the museum does not ask. */
  chosenMinutes: z.optional(z.int().check(z.positive())),
  /** The plan takes the chosen minutes, up to 15 % more or less. */
  fills: z.boolean(),
});
export type TourPlanResponse = z.infer<typeof tourPlanResponseSchema>;

/** POST /api/transcriptions: a form of `language` and `file` (WAV). */
export const transcriptionResponseSchema = z.object({ text: z.string() });

/** POST /api/questions */
export const questionsResponseSchema = z.object({
  questions: z.union([z.tuple([z.string(), z.string(), z.string()]), z.tuple([])]),
});

/** POST /api/translations: the lines in the same order, null for a line without a translation. */
export const translationsResponseSchema = z.object({ lines: z.array(z.nullable(z.string())) });
