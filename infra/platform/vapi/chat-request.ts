import { languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { visitConfigSchema } from '@enfilade/shared-contracts/visit/visit-config';
import { z } from 'zod';

export const assistantIdSchema = z.string({ error: 'Assistant or Squad or Workflow must be provided.' }).min(1).max(64);

/** Chosen answers, separated by commas. */
const chosenSchema = z.string().max(2000).optional();

export const variableValuesSchema = z.looseObject({
  museumId: z.string().max(64).optional(),
  exhibitionId: z.string().max(64).optional(),
  language: z.optional(languageSchema),
  visitMode: z.optional(visitConfigSchema.shape.visitMode),
  isEasy: z.boolean().optional(),
  time: chosenSchema,
  goals: chosenSchema,
  visitorType: chosenSchema,
  style: chosenSchema,
  artists: chosenSchema,
  pastTranscriptSummary: z.string().max(8000).optional(),
  custom_instruction: z.string().max(64_000).optional(),
});
export type VariableValues = z.infer<typeof variableValuesSchema>;

export const chatRequestSchema = z
  .looseObject({
    assistantId: assistantIdSchema,
    input: z.string().trim().min(1).max(32_000),
    previousChatId: z.string().min(1).max(64).optional(),
    assistantOverrides: z.looseObject({ variableValues: variableValuesSchema.optional() }).optional(),
    stream: z.boolean().default(false),
  })
  .refine(({ previousChatId, sessionId }) => previousChatId === undefined || sessionId === undefined, {
    error: 'sessionId and previousChatId are mutually exclusive.',
  });
export type ChatRequest = z.infer<typeof chatRequestSchema>;
