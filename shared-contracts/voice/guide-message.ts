import { z } from 'zod/mini';
import { guideContextSchema } from '../api/reply-events.ts';
import { generatedSchema } from '../api/schemas.ts';
import { parseJson } from '../kit/json.ts';

const text = z.string().check(z.maxLength(100_000));
const role = z.enum(['assistant', 'user']);

/** Hosted platforms send a tool's result as JSON text or as its value. */
const contextSchema = z.union([z.pipe(z.pipe(z.string(), z.transform(parseJson)), guideContextSchema), guideContextSchema]);

const contextResultSchema = z.object({ name: z.literal('guide_context'), result: contextSchema });

/** The hosted platform sends other timings for voices that no call requests. */
const timingSchema = z.object({
  type: z.literal('word-alignment'),
  words: z.array(z.string()).check(z.maxLength(5000)),
  wordsStartTimesMs: z.array(z.number()).check(z.maxLength(5000)),
});

/** Reduced to the speaker and a tool's result. */
const pastMessageSchema = z.looseObject({ role: z.string(), content: z.optional(z.unknown()), message: z.optional(z.unknown()) });
const conversationSchema = z.pipe(
  z.object({
    messages: z.optional(z.array(pastMessageSchema)),
    messagesOpenAIFormatted: z.optional(z.array(pastMessageSchema)),
    conversation: z.optional(z.array(pastMessageSchema)),
  }),
  z.transform(({ messages, messagesOpenAIFormatted, conversation }) => {
    const all = messages ?? messagesOpenAIFormatted ?? conversation ?? [];
    const lastUser = all.findLastIndex((each) => each.role === 'user');
    return {
      userCount: all.filter((each) => each.role === 'user').length,
      endsWithUser: all.at(-1)?.role === 'user',
      contexts: all.slice(lastUser + 1).flatMap((each) => {
        const found = each.role === 'tool_call_result' ? contextResultSchema.safeParse(each).data : undefined;
        return found ? [found.result] : [];
      }),
    };
  }),
);

const speechStarted = {
  source: z.optional(z.string()),
  timing: z.catch(z.optional(timingSchema), undefined),
  generated: z.catch(z.optional(generatedSchema), undefined),
};

const schemas = {
  transcript: z.object({ role, transcriptType: z._default(z.enum(['partial', 'final']), 'final'), transcript: text }),
  'assistant.speechStarted': z.object({ text, ...speechStarted }),
  'speech-update': z.object({ status: z.enum(['started', 'stopped']), role }),
  'conversation-update': conversationSchema,
  'tool-calls-result': z.object({ toolCallResult: contextResultSchema }),
  'status-update': z.object({ status: z.string(), endedReason: z.optional(z.string().check(z.maxLength(200))) }),
  hang: z.object({}),
} as const;

type Schemas = typeof schemas;
export type GuideMessageType = keyof Schemas;
export type GuideMessage<Type extends GuideMessageType = GuideMessageType> = {
  [One in Type]: { type: One } & z.infer<Schemas[One]>;
}[Type];

const typeSchema = z.object({ type: z.string() });

/** The type may include a filter: `transcript[transcriptType='final']`. */
const isKnown = (type: string): type is GuideMessageType => Object.hasOwn(schemas, type);

/** Undefined if the type is unknown or the shape is invalid. */
export function parseGuideMessage(message: unknown): GuideMessage | undefined {
  const named = typeSchema.safeParse(message).data;
  const type = named?.type.replace(/\[.*\]$/s, '');
  if (type === undefined || !isKnown(type)) return undefined;
  const parsed = schemas[type].safeParse(message);
  return parsed.success ? ({ ...parsed.data, type } as GuideMessage) : undefined;
}
