import { z } from 'zod';
import { questionIds } from '../museum/question-ids.ts';

/** Question id → the chosen options' uiStringIDs; the shape of the cookie `tailoringAnswers`. */
export const answersSchema = z.partialRecord(z.enum(questionIds), z.array(z.string().min(1).max(64)).min(1).max(50));
export type TailoringAnswers = z.infer<typeof answersSchema>;
