import { z } from 'zod';
import { entityIdSchema } from './id.ts';
import { houseTheme, themeSchema } from './theme.ts';

/** A path on our own origin or an https address; never data:, javascript: or protocol-relative. */
export const mediaUrlSchema = z
  .string()
  .max(2048)
  .regex(/^(https:\/\/[^\s\\"'<>]+|\/(?![/\\])[^\s\\"'<>]*)$/);

const pictureSchema = mediaUrlSchema.optional().catch(undefined);

/** What a museum's record says of one of its exhibitions. */
export const exhibitionSummarySchema = z.object({
  _id: entityIdSchema,
  name: z.string().trim().min(1).max(200).catch('–'),
  coverImageURL: pictureSchema,
});
export type ExhibitionSummary = z.infer<typeof exhibitionSummarySchema>;

/** A museum as the middleware returns it. Missing niceties get defaults, a wrong id is refused. */
export const museumSchema = z.object({
  _id: entityIdSchema,
  name: z.string().trim().min(1).max(200),
  logoSvgURL: pictureSchema,
  theme: themeSchema.catch(houseTheme).default(houseTheme),
  exhibitions: z.array(exhibitionSummarySchema).max(200).default([]),
  /** "English", "French" or "German"; see parseMuseumLanguage. */
  defaultLanguage: z.string().max(32).catch('English').default('English'),
});
export type Museum = z.infer<typeof museumSchema>;

/** Written form → spoken form, replaced literally. */
export const pronunciationSchema = z.object({
  type: z.literal('exact'),
  key: z.string().min(1).max(64),
  value: z.string().min(1).max(64),
});
export type Pronunciation = z.infer<typeof pronunciationSchema>;

/** An exhibition as the browser sees it: with pronunciations, without prompt and vapiId. */
export const exhibitionSchema = exhibitionSummarySchema.extend({
  pronunciations: z.array(pronunciationSchema).max(500).default([]),
});
export type Exhibition = z.infer<typeof exhibitionSchema>;
