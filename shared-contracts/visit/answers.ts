import { z } from 'zod/mini';
import { questionIds } from '../museum/question-ids.ts';

/** Question id → uiStringIDs of the chosen options, as in the cookie `tailoringAnswers`. */
export const answersSchema = z.partialRecord(
  z.enum(questionIds),
  z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.minLength(1), z.maxLength(50)),
);
export type TailoringAnswers = z.infer<typeof answersSchema>;
