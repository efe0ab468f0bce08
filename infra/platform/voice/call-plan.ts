import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { pronunciationSchema } from '@enfilade/shared-contracts/museum/museum';
import { z } from 'zod';
import type { MuseumContent } from '../content/content.ts';
import { pickSpeakingVoice } from '../speech/speaking-voices.ts';
import { assistantIdSchema, museumContextOf, variableValuesSchema } from '../vapi/chat-request.ts';

const replacementsSchema = z.array(z.object(pronunciationSchema.shape)).max(500);

const assistantSchema = z.looseObject({
  name: z.string().max(40).optional(),
  firstMessage: z.string().max(10_000).optional(),
  voice: z
    .looseObject({
      provider: z.string().max(64).optional(),
      voiceId: z.string().max(128).optional(),
      speed: z.number().min(0.7).max(1.2).optional(),
      chunkPlan: z.looseObject({ formatPlan: z.looseObject({ replacements: replacementsSchema.optional() }).optional() }).optional(),
    })
    .optional(),
  transcriber: z.looseObject({ confidenceThreshold: z.number().min(0).max(1).default(0.4) }).prefault({}),
  clientMessages: z.array(z.string().max(64)).max(50).default([]),
  maxDurationSeconds: z.number().min(10).max(43_200).default(600),
  silenceTimeoutSeconds: z.number().min(10).max(3600).default(30),
  artifactPlan: z.looseObject({ videoRecordingEnabled: z.boolean().default(false) }).prefault({}),
  variableValues: variableValuesSchema.prefault({}),
});

export const callRequestSchema = z.looseObject({ assistantId: assistantIdSchema, assistantOverrides: assistantSchema.prefault({}) });
export type CallRequest = z.infer<typeof callRequestSchema>;

/** An unknown name becomes an empty text, as in Liquid. */
export function fillTemplate(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{-?\s*([\w.]+)\s*-?\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}

export type CallPlan = ReturnType<typeof planCall>;

/** @throws ServiceError 404 for an unknown assistant, 400 for an unknown museum or exhibition */
export function planCall({ assistantId, assistantOverrides: config }: CallRequest, museums: readonly MuseumContent[]) {
  const { name, firstMessage, voice, variableValues: variables } = config;
  const context = museumContextOf(museums, assistantId, variables);
  const language = variables.language ?? 'en';
  return {
    ...{ context, language, variables: { ...variables, language } },
    /** Undefined if the assistant has no first message. */
    firstMessage: fillTemplate(firstMessage ?? '', variables).trim() || undefined,
    clientMessages: new Set(config.clientMessages),
    confidenceThreshold: config.transcriber.confidenceThreshold,
    maxDurationMs: 1000 * config.maxDurationSeconds,
    silenceTimeoutMs: 1000 * config.silenceTimeoutSeconds,
    voice: { ...pickSpeakingVoice(voice?.voiceId, language, context.museum), rate: voice?.speed },
    pronunciations: voice?.chunkPlan?.formatPlan?.replacements ?? [],
    carriesVideo: config.artifactPlan.videoRecordingEnabled,
    assistant: { name, firstMessage, voice: voice && { provider: voice.provider } },
  };
}

const textSchema = z.string().max(10_000);

export const appMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('add-message'),
    message: z.object({ role: z.enum(['system', 'user', 'assistant', 'tool', 'function']), content: textSchema }),
    triggerResponseEnabled: z.boolean().default(true),
  }),
  z.object({
    type: z.literal('say'),
    /** The SDK sends `message`, the REST control `content`. */
    message: textSchema.optional(),
    content: textSchema.optional(),
    endCallAfterSpoken: z.boolean().default(false),
    interruptionsEnabled: z.boolean().default(false),
  }),
  z.object({
    type: z.literal('control'),
    control: z.enum(['mute-assistant', 'unmute-assistant', 'say-first-message']),
  }),
  z.object({ type: z.literal('end-call') }),
]);

export type AppMessage = z.infer<typeof appMessageSchema>;

export const parseAppMessage = (data: string): AppMessage | undefined => appMessageSchema.safeParse(parseJson(data)).data;
