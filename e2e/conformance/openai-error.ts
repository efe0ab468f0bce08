import { z } from 'zod';

/** OpenAI's one error shape; `param` and `code` are always present. */
export const openAiErrorSchema = z.object({
  error: z.object({ message: z.string(), type: z.string(), param: z.string().nullable(), code: z.string().nullable() }),
});
