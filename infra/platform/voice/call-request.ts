import { pronunciationSchema } from '@enfilade/shared-contracts/museum/museum';
import { z } from 'zod';
import { variableValuesSchema } from '../vapi/chat-request.ts';

const replacementsSchema = z.array(z.object(pronunciationSchema.shape)).max(500);

/** What of an assistant is obeyed; the rest is carried along. Every field may stand in the assistant or its overrides. */
const assistantSchema = z.looseObject({
  name: z.string().max(40).optional(),
  firstMessage: z.string().max(10_000).optional(),
  firstMessageMode: z.enum(['assistant-speaks-first', 'assistant-waits-for-user']).optional(),
  firstMessageInterruptionsEnabled: z.boolean().optional(),
  voice: z
    .looseObject({
      provider: z.string().max(64).optional(),
      voiceId: z.string().max(128).optional(),
      chunkPlan: z.looseObject({ formatPlan: z.looseObject({ replacements: replacementsSchema.optional() }).optional() }).optional(),
    })
    .optional(),
  transcriber: z
    .looseObject({ language: z.string().max(16).optional(), confidenceThreshold: z.number().min(0).max(1).optional() })
    .optional(),
  clientMessages: z.array(z.string().max(64)).max(50).optional(),
  maxDurationSeconds: z.number().min(10).max(43_200).optional(),
  silenceTimeoutSeconds: z.number().min(10).max(3600).optional(),
  artifactPlan: z.looseObject({ videoRecordingEnabled: z.boolean().optional() }).optional(),
  variableValues: variableValuesSchema.optional(),
});
export type AssistantConfig = z.infer<typeof assistantSchema>;

/** `POST /call/web`, as far as it is read. */
export const callRequestSchema = z
  .looseObject({
    assistantId: z.string().min(1).max(64).optional(),
    assistant: assistantSchema.optional(),
    assistantOverrides: assistantSchema.optional(),
    roomDeleteOnUserLeaveEnabled: z.boolean().default(true),
  })
  .refine(({ assistantId, assistant }) => assistantId !== undefined || assistant !== undefined, {
    error: 'Assistant or Squad or Workflow must be provided.',
  });
export type CallRequest = z.infer<typeof callRequestSchema>;
