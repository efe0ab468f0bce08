import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { z } from 'zod';

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
