import { z } from 'zod/mini';

const colourSchema = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/));

/** These characters cannot end a CSS declaration. */
const fontNameSchema = z.string().check(z.maxLength(64), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u));

/** Positive is dark on light. */
export type ThemeMode = 'positive' | 'negative';

/** As the middleware returns colours and fonts. An invalid field gets its default, so that a museum with a broken theme still opens. */
export const themeSchema = z.object({
  primaryColor: z.catch(colourSchema, '#7a1f2b'),
  accentColor: z.catch(colourSchema, '#8a5a12'),
  secondaryColor: z.catch(colourSchema, '#e7dbc4'),
  backgroundColor: z.catch(colourSchema, '#f6f0e4'),
  textColor: z.catch(colourSchema, '#221a14'),
  fontFamily: z.catch(z.array(fontNameSchema).check(z.maxLength(8)), []),
  /** Scales the two largest sizes. */
  headerSize: z.catch(z.number().check(z.gte(0.7), z.lte(1.4)), 1),
});
export type Theme = z.infer<typeof themeSchema>;

export const houseTheme: Theme = themeSchema.parse({});
