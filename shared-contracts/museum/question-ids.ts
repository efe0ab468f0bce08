/** All questions, in the order in which they are asked. */
export const questionIds = ['consent', 'artistSelection', 'expertise', 'personality', 'time', 'goals', 'voice'] as const;
export type QuestionId = (typeof questionIds)[number];
