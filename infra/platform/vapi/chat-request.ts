import { languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { visitConfigSchema } from '@enfilade/shared-contracts/visit/visit-config';
import { z } from 'zod';

const messageSchema = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool', 'developer']),
  content: z.string().max(32_000).optional(),
});

/** A chosen answer or a list of answers: "5", "time.5", ["a", "b"]. */
const chosenSchema = z
  .union([z.string(), z.number().transform(String), z.array(z.string()).transform((items) => items.join(','))])
  .pipe(z.string().max(2000))
  .optional();

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
    assistantId: z.string().min(1).max(64).optional(),
    assistant: z.looseObject({}).optional(),
    input: z.union([z.string().trim().min(1).max(32_000), z.array(messageSchema).min(1).max(200)]),
    previousChatId: z.string().min(1).max(64).optional(),
    assistantOverrides: z.looseObject({ variableValues: variableValuesSchema.optional() }).optional(),
    stream: z.boolean().default(false),
  })
  .refine(({ assistantId, assistant, previousChatId }) => [assistantId, assistant, previousChatId].some((one) => one !== undefined), {
    error: 'Assistant or Squad or Workflow must be provided.',
  })
  .refine(({ previousChatId, sessionId }) => previousChatId === undefined || sessionId === undefined, {
    error: 'sessionId and previousChatId are mutually exclusive.',
  });
export type ChatRequest = z.infer<typeof chatRequestSchema>;

export function visitorText({ input }: ChatRequest): string | undefined {
  if (typeof input === 'string') return input;
  return input.findLast(({ role, content }) => role === 'user' && content?.trim())?.content;
}
