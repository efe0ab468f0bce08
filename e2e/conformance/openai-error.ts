import { z } from 'zod';

/** The one shape of OpenAI's errors; `param` and `code` are there even where they say nothing. */
export const openAiErrorSchema = z.object({
  error: z.object({ message: z.string(), type: z.string(), param: z.string().nullable(), code: z.string().nullable() }),
});
