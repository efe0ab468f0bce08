import { z } from 'zod/mini';
import { entityIdSchema } from './id.ts';
import { houseTheme, themeSchema } from './theme.ts';

/** A path on our own origin or an https URL; data:, javascript: and protocol-relative URLs are refused. */
export const mediaUrlSchema = z.string().check(z.maxLength(2048), z.regex(/^(https:\/\/[^\s\\"'<>]+|\/(?![/\\])[^\s\\"'<>]*)$/));

const pictureSchema = z.catch(z.optional(mediaUrlSchema), undefined);

const exhibitionSummarySchema = z.object({
  _id: entityIdSchema,
  name: z.catch(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)), '–'),
  coverImageURL: pictureSchema,
});
export type ExhibitionSummary = z.infer<typeof exhibitionSummarySchema>;

/** As the middleware returns a museum. Missing optional fields get defaults; a wrong id is refused. */
export const museumSchema = z.object({
  _id: entityIdSchema,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  logoSvgURL: pictureSchema,
  theme: z._default(z.catch(themeSchema, houseTheme), houseTheme),
  exhibitions: z._default(z.array(exhibitionSummarySchema).check(z.maxLength(200)), []),
  /** "English", "French" or "German"; see parseMuseumLanguage. */
  defaultLanguage: z._default(z.catch(z.string().check(z.maxLength(32)), 'English'), 'English'),
});
export type Museum = z.infer<typeof museumSchema>;

/** Written form → spoken form, replaced literally. */
export const pronunciationSchema = z.object({
  type: z.literal('exact'),
  key: z.string().check(z.minLength(1), z.maxLength(64)),
  value: z.string().check(z.minLength(1), z.maxLength(64)),
});
export type Pronunciation = z.infer<typeof pronunciationSchema>;

/** An exhibition for browsers: with pronunciations, without prompt and vapiId. */
export const exhibitionSchema = z.extend(exhibitionSummarySchema, {
  pronunciations: z._default(z.array(pronunciationSchema).check(z.maxLength(500)), []),
});
export type Exhibition = z.infer<typeof exhibitionSchema>;
