import { z } from 'zod/mini';
import { languageSchema, localizedTextSchema } from '../i18n/language.ts';
import { practicalTopics } from './findings.ts';
import { entityIdSchema } from './id.ts';
import { mediaUrlSchema } from './museum.ts';
import { questionIds } from './question-ids.ts';

const artistSchema = z.object({
  slug: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(64)),
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  weight: z.int().check(z.gte(5), z.lte(50)),
});

export const voiceSchema = z.object({
  voiceId: z.string().check(z.regex(/^(en|de|fr)-p?[1-9]$/)),
  uiStringID: z.string().check(z.minLength(1), z.maxLength(64)),
  /** The voice's own name, the same in every language. */
  label: z.string().check(z.minLength(1), z.maxLength(64)),
  voicePreviewUrl: mediaUrlSchema,
  stability: z._default(z.number().check(z.gte(0), z.lte(1)), 0.4),
});
export type Voice = z.infer<typeof voiceSchema>;

const voicesByLanguageSchema = z.object({
  en: z._default(z.array(voiceSchema).check(z.maxLength(9)), []),
  de: z._default(z.array(voiceSchema).check(z.maxLength(9)), []),
  fr: z._default(z.array(voiceSchema).check(z.maxLength(9)), []),
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
  'observatory',
  'gallery-hall',
] as const;
export const sceneSchema = z.enum(scenes);
export type Scene = z.infer<typeof sceneSchema>;

/** The visit screen synthesizes background music, so no files exist. */
export const musicPieces = ['staircase', 'venetian-room', 'ladys-bedroom', 'library', 'museum-interior'] as const;
const musicPieceSchema = z.enum(musicPieces);
export type MusicPiece = z.infer<typeof musicPieceSchema>;

const threeTextsSchema = z.tuple([localizedTextSchema, localizedTextSchema, localizedTextSchema]);

/** A file of the museum's folder, because pages read texts from their own origin alone. */
const ownTextSchema = z.string().check(z.maxLength(200), z.regex(/^\/media\/museums\/[a-z0-9-]+\/[\w.-]+\.vtt$/));

/** For visitors who see or hear little, of a stop: a room, an exhibition or an object. Optional like `practical`. */
const stopMediaShape = {
  /** A recording that describes the view, and its words with their times (WebVTT). */
  audioDescription: z.optional(z.partialRecord(languageSchema, z.object({ url: mediaUrlSchema, transcript: ownTextSchema }))),
  signLanguage: z.optional(
    z.partialRecord(
      languageSchema,
      z.object({
        url: mediaUrlSchema,
        title: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
        text: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
        captions: z.optional(ownTextSchema),
      }),
    ),
  ),
};
const stopMediaSchema = z.object(stopMediaShape);
export type StopMedia = z.infer<typeof stopMediaSchema>;

const exhibitionLookSchema = z.object({
  ...stopMediaShape,
  /** Set if the name differs by language. Default: the middleware's name. */
  name: z.optional(localizedTextSchema),
  scene: z._default(sceneSchema, 'gallery-hall'),
  /** Default: silence. */
  music: z.optional(musicPieceSchema),
  /** Default: the museum's questions. */
  quickQuestions: z.optional(threeTextsSchema),
});

/** 'modes': guided and exploration · 'guide-feedback': two tabs, Feedback disabled without links · 'hidden': no tabs. */
const tabBarSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('modes') }),
  z.object({
    kind: z.literal('guide-feedback'),
    feedbackUrls: z.optional(z.partialRecord(languageSchema, z.url({ protocol: /^https$/ }))),
  }),
  z.object({ kind: z.literal('hidden') }),
]);

const hostSchema = z.string().check(z.maxLength(253), z.regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/));

const hourSchema = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

const transcriptLineSchema = z.object({
  seconds: z.number().check(z.gte(0), z.lte(3600)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
});

/** A recording that replaces the call between two local times of the museum. */
const introductionSchema = z.object({
  urls: z.partialRecord(languageSchema, mediaUrlSchema),
  transcripts: z._default(z.partialRecord(languageSchema, z.array(transcriptLineSchema).check(z.minLength(1), z.maxLength(100))), {}),
  from: hourSchema,
  until: hourSchema,
  timeZone: z.string().check(z.maxLength(64)),
});

const easyQuestionSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

const shownTextSchema = (limit: number) =>
  localizedTextSchema.check(
    z.refine(
      (text) => Object.values(typeof text === 'string' ? { text } : text).every((one = ' ') => /\S/.test(one) && one.length <= limit),
      { error: `must hold 1 to ${limit} characters in each language` },
    ),
  );

const documentIdSchema = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));

/** Texts in easy language beside the documents of `knowledge/<language>-easy/`. Missing texts fall back to the usual texts. */
const easyTextsSchema = z.object({
  greeting: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(600))),
  practical: z.optional(z.partialRecord(z.enum(practicalTopics), z.string().check(z.trim(), z.minLength(1), z.maxLength(600)))),
  /** Default: the questions of the museum and its exhibitions. */
  quickQuestions: z.optional(z.tuple([easyQuestionSchema, easyQuestionSchema, easyQuestionSchema])),
});

/** An object with a number on its label, and its paragraph in the museum's texts. */
const numberedObjectSchema = z.object({
  number: z.int().check(z.gte(1), z.lte(9999)),
  name: localizedTextSchema,
  document: documentIdSchema,
  paragraph: z._default(z.int().check(z.gte(1), z.lte(99)), 1),
  ...stopMediaShape,
});
export type NumberedObject = z.infer<typeof numberedObjectSchema>;

/** Shown beside answers that use its passages. */
const workPictureSchema = z.object({
  url: z.string().check(z.regex(/^\/media\/museums\/[\w./-]{1,200}$/, { error: 'must be written as /media/museums/FOLDER/FILE' })),
  name: shownTextSchema(120),
  /** Alternative text for visitors who do not see the picture. */
  alternative: shownTextSchema(600),
  /** Texts about the work. Paragraphs start at 1; without paragraphs, the whole document. */
  passages: z
    .array(
      z.object({
        document: documentIdSchema,
        paragraphs: z.optional(z.array(z.int().check(z.gte(1), z.lte(99))).check(z.minLength(1), z.maxLength(50))),
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
});
export type WorkPicture = z.infer<typeof workPictureSchema>;

/** Every rule that differs by museum. The gateway finds the profile by museum id or id prefix and merges the middleware's record. */
export const museumProfileSchema = z.object({
  entryScreen: z._default(z.enum(['visit', 'text-chat']), 'visit'),
  guideName: z._default(localizedTextSchema, 'Clara'),
  /** Asked in the order of `questionIds`. */
  questions: z._default(z.array(z.enum(questionIds)), ['consent', 'expertise', 'personality', 'time', 'goals', 'voice']),
  artists: z._default(z.array(artistSchema).check(z.maxLength(50)), []),
  tabBar: z._default(tabBarSchema, { kind: 'modes' }),
  quickQuestions: z._default(threeTextsSchema, [
    { en: 'What are the highlights here?', de: 'Was sind hier die Höhepunkte?', fr: 'Quels sont les incontournables ici ?' },
    { en: 'What is the history behind this?', de: 'Welche Geschichte steckt dahinter?', fr: 'Quelle histoire se cache derrière ?' },
    { en: 'Can you tell me something surprising?', de: 'Was würde mich hier überraschen?', fr: 'Qu’est-ce qui me surprendrait ici ?' },
  ]),
  introduction: z.optional(introductionSchema),
  voices: z._default(voicesByLanguageSchema, { en: [], de: [], fr: [] }),
  premiumVoices: z._default(voicesByLanguageSchema, { en: [], de: [], fr: [] }),
  /** If false, `premium=true` in the address has no effect. */
  allowsPremium: z._default(z.boolean(), false),
  exhibitions: z._default(z.record(entityIdSchema, exhibitionLookSchema), {}),
  /** The guided tour's rooms, in order. */
  rooms: z._default(
    z
      .array(
        z.object({
          id: z.string().check(z.minLength(1), z.maxLength(64)),
          name: localizedTextSchema,
          /** Behind the visit while the tour is in the room. Default: the exhibition's scene. */
          scene: z.optional(sceneSchema),
          ...stopMediaShape,
        }),
      )
      .check(z.maxLength(20)),
    [],
  ),
  /** Like the optional fields below, also absent in profiles from hosts of earlier releases. */
  practical: z.optional(z.partialRecord(z.enum(practicalTopics), shownTextSchema(600))),
  objects: z.optional(z.array(numberedObjectSchema).check(z.maxLength(200))),
  /** Visitors' languages for which the museum has an easy form. */
  easyLanguage: z.optional(z.partialRecord(languageSchema, easyTextsSchema)),
  pictures: z.optional(z.array(workPictureSchema).check(z.maxLength(200))),
  /** The gateway sets the value: true if texts exist and the file does not have `false`. */
  showsTexts: z.optional(z.boolean()),
  /** An answer may link to these hosts. */
  linkHosts: z._default(z.array(hostSchema).check(z.maxLength(20)), []),
});
export type MuseumProfile = z.infer<typeof museumProfileSchema>;

export const defaultProfile: MuseumProfile = museumProfileSchema.parse({});
