import { z } from 'zod';

/** Vapi's and its framework's errors: a sentence, or a list of them where a body is wrong. */
export const vapiErrorSchema = z.object({ statusCode: z.int(), error: z.string(), message: z.union([z.string(), z.array(z.string())]) });
