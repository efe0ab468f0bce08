import { z } from 'zod';
import { languageSchema, localizedTextSchema } from '../i18n/language.ts';
import { entityIdSchema } from './id.ts';
import { mediaUrlSchema } from './museum.ts';
import { questionIds } from './question-ids.ts';

/** One name of the museum's list: a question's option and a weighted keyword of the conversation. */
export const artistSchema = z.object({
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(64),
  name: z.string().min(1).max(120),
  weight: z.number().int().min(5).max(50),
});

export const voiceSchema = z.object({
  voiceId: z.string().regex(/^(en|de|fr)-p?[1-9]$/),
  uiStringID: z.string().min(1).max(64),
  /** The voice's own name, shown as it is in every language. */
  label: z.string().min(1).max(64),
  voicePreviewUrl: mediaUrlSchema,
  stability: z.number().min(0).max(1).default(0.4),
});
export type Voice = z.infer<typeof voiceSchema>;

const voicesByLanguageSchema = z.object({
  en: z.array(voiceSchema).max(9).default([]),
  de: z.array(voiceSchema).max(9).default([]),
  fr: z.array(voiceSchema).max(9).default([]),
});

export const scenes = [
  'staircase',
  'venetian-room',
  'ladys-bedroom',
  'library',
  'museum-interior',
  'cathedral-nave',
  'writers-desk',
  'artists-studio',
  'gallery-hall',
] as const;
export const sceneSchema = z.enum(scenes);
export type Scene = z.infer<typeof sceneSchema>;

/** Pieces of background music; the visit screen plays them itself, no file is fetched. */
export const musicPieces = ['staircase', 'venetian-room', 'ladys-bedroom', 'library', 'museum-interior'] as const;
export const musicPieceSchema = z.enum(musicPieces);
export type MusicPiece = z.infer<typeof musicPieceSchema>;

/** Fixed first questions. */
const threeTextsSchema = z.tuple([localizedTextSchema, localizedTextSchema, localizedTextSchema]);

const exhibitionLookSchema = z.object({
  /** The exhibition's name where it differs by language; else the middleware's. */
  name: localizedTextSchema.optional(),
  scene: sceneSchema.default('gallery-hall'),
  /** Silence where there is none. */
  music: musicPieceSchema.optional(),
  /** In place of the museum's. */
  quickQuestions: threeTextsSchema.optional(),
});

/** 'modes' guided and exploration; 'guide-feedback' two tabs, Feedback disabled without links; 'hidden' none. */
const tabBarSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('modes') }),
  z.object({ kind: z.literal('guide-feedback'), feedbackUrls: z.partialRecord(languageSchema, z.url({ protocol: /^https$/ })).optional() }),
  z.object({ kind: z.literal('hidden') }),
]);

const hostSchema = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/);

const hourSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** One sentence of a recording and the second at which it begins. */
const transcriptLineSchema = z.object({ seconds: z.number().min(0).max(3600), text: z.string().trim().min(1).max(500) });

/** A recording that takes the connection's place between two local times of the museum. */
const introductionSchema = z.object({
  urls: z.partialRecord(languageSchema, mediaUrlSchema),
  /** What each recording says, in the order it says it. */
  transcripts: z.partialRecord(languageSchema, z.array(transcriptLineSchema).min(1).max(100)).default({}),
  from: hourSchema,
  until: hourSchema,
  timeZone: z.string().max(64),
});

/**
 * Every rule that differs by museum, as data with defaults. Found by museum id or id prefix and laid
 * over what the middleware returns; a museum without a profile gets `defaultProfile`.
 */
export const museumProfileSchema = z.object({
  entryScreen: z.enum(['visit', 'text-chat']).default('visit'),
  guideName: localizedTextSchema.default('Clara'),
  /** Offered questions; asked in the order of `questionIds`. */
  questions: z.array(z.enum(questionIds)).default(['consent', 'expertise', 'personality', 'time', 'goals', 'voice']),
  artists: z.array(artistSchema).max(50).default([]),
  tabBar: tabBarSchema.default({ kind: 'modes' }),
  quickQuestions: threeTextsSchema.default([
    { en: 'What are the highlights here?', de: 'Was sind hier die Höhepunkte?', fr: 'Quels sont les incontournables ici ?' },
    { en: 'What is the history behind this?', de: 'Welche Geschichte steckt dahinter?', fr: 'Quelle histoire se cache derrière ?' },
    { en: 'Can you tell me something surprising?', de: 'Was würde mich hier überraschen?', fr: 'Qu’est-ce qui me surprendrait ici ?' },
  ]),
  introduction: introductionSchema.optional(),
  voices: voicesByLanguageSchema.default({ en: [], de: [], fr: [] }),
  premiumVoices: voicesByLanguageSchema.default({ en: [], de: [], fr: [] }),
  /** Whether `premium=true` in the address counts here. */
  allowsPremium: z.boolean().default(false),
  exhibitions: z.record(entityIdSchema, exhibitionLookSchema).default({}),
  /** The guided tour's rooms, in order. */
  rooms: z
    .array(
      z.object({
        id: z.string().min(1).max(64),
        name: localizedTextSchema,
        /** Behind the visit while the tour is there; the exhibition's where there is none. */
        scene: sceneSchema.optional(),
      }),
    )
    .max(20)
    .default([]),
  /** Hosts an answer may link to. */
  linkHosts: z.array(hostSchema).max(20).default([]),
});
export type MuseumProfile = z.infer<typeof museumProfileSchema>;

export const defaultProfile: MuseumProfile = museumProfileSchema.parse({});
