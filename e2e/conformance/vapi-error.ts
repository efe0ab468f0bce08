import { z } from 'zod';

/** Errors of Vapi and its framework: a sentence, or a list of sentences if a body is wrong. */
export const vapiErrorSchema = z.object({ statusCode: z.int(), error: z.string(), message: z.union([z.string(), z.array(z.string())]) });
