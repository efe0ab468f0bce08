import { z } from 'zod/mini';

export const visitConfigSchema = z.object({
  inputMode: z.enum(['audio', 'text']),
  visitMode: z.enum(['guided', 'exploration']),
  talkingMode: z.enum(['push-to-talk', 'continuous']),
  isAudioMuted: z.boolean(),
});
export type VisitConfig = z.infer<typeof visitConfigSchema>;

export const defaultVisitConfig: VisitConfig = {
  inputMode: 'audio',
  visitMode: 'guided',
  talkingMode: 'push-to-talk',
  isAudioMuted: false,
};
