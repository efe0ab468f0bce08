import { z } from 'zod';

const colourSchema = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** A font's name and nothing that could end a declaration: letters, digits, spaces and a few signs. */
const fontNameSchema = z
  .string()
  .max(64)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u);

/** Positive is dark on light. */
export type ThemeMode = 'positive' | 'negative';

/**
 * A museum's colours and type, as the middleware returns them. A field outside its grammar
 * falls back to the default value: a museum with a broken theme still opens.
 */
export const themeSchema = z.object({
  primaryColor: colourSchema.catch('#7a1f2b'),
  accentColor: colourSchema.catch('#8a5a12'),
  secondaryColor: colourSchema.catch('#e7dbc4'),
  backgroundColor: colourSchema.catch('#f6f0e4'),
  textColor: colourSchema.catch('#221a14'),
  fontFamily: z.array(fontNameSchema).max(8).catch([]),
  /** Scales the two largest sizes; 1 is the default. */
  headerSize: z.number().min(0.7).max(1.4).catch(1),
});
export type Theme = z.infer<typeof themeSchema>;

export const houseTheme: Theme = themeSchema.parse({});
