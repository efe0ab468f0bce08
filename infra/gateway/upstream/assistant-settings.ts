import { z } from 'zod';

const maxTokensCeiling = 300;

/** A file of the settings bucket. Only provider, model and temperature must stand there. */
export const assistantSettingsSchema = z.object({
  provider: z.string().trim().min(1).max(64),
  model: z.string().trim().min(1).max(128),
  temperature: z.number().min(0).max(2),
  /** A longer answer is no longer spoken guiding: more is taken for the ceiling. */
  maxTokens: z
    .number()
    .int()
    .min(1)
    .default(maxTokensCeiling)
    .transform((asked) => Math.min(asked, maxTokensCeiling)),
  /** Reading a visitor's feelings needs a decision of the museum's. */
  emotionDetection: z.boolean().default(false),
});
export type AssistantSettings = z.infer<typeof assistantSettingsSchema>;
