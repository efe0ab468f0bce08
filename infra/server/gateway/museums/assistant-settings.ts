import { z } from 'zod';

const maxTokensCeiling = 300;
const longestCallSeconds = 43_200;
const longestSilenceSeconds = 3_600;

/** A number of the file's that is taken for the ceiling where it is higher. */
const upTo = (ceiling: number, number: z.ZodNumber) => number.transform((asked) => Math.min(asked, ceiling));

/** A file of the settings bucket. Only provider, model and temperature must stand there. */
export const assistantSettingsSchema = z.object({
  provider: z.string().trim().min(1).max(64),
  model: z.string().trim().min(1).max(128),
  temperature: z.number().min(0).max(2),
  /** A longer answer is no longer spoken guiding: more is taken for the ceiling. */
  maxTokens: upTo(maxTokensCeiling, z.number().int().min(1)).default(maxTokensCeiling),
  /** Reading a visitor's feelings needs a decision of the museum's. */
  emotionDetection: z.boolean().default(false),
  /** Asked for by the museum; only visitors who agreed are ever recorded. */
  recordingEnabled: z.boolean().default(false),
  videoRecordingEnabled: z.boolean().default(false),
  /** Absent: it follows the time the visitor has. */
  maxDurationSeconds: upTo(longestCallSeconds, z.number().int().min(10)).optional(),
  silenceTimeoutSeconds: upTo(longestSilenceSeconds, z.number().int().min(10)).default(90),
  /** What was understood with less confidence is not taken as said. */
  confidenceThreshold: upTo(1, z.number().min(0)).default(0.4),
});
export type AssistantSettings = z.infer<typeof assistantSettingsSchema>;
