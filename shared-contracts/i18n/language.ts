import { z } from 'zod/mini';

export const languages = ['en', 'de', 'fr'] as const;
export const languageSchema = z.enum(languages);
export type Language = z.infer<typeof languageSchema>;

export const defaultLanguage: Language = 'en';

export const localizedTextSchema = z.union([
  z.string(),
  z.object({ en: z.string(), de: z.optional(z.string()), fr: z.optional(z.string()) }),
]);
export type LocalizedText = z.infer<typeof localizedTextSchema>;
