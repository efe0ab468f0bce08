/** All questions there are, in the order they are asked. */
export const questionIds = ['consent', 'artistSelection', 'expertise', 'personality', 'time', 'goals', 'voice'] as const;
export type QuestionId = (typeof questionIds)[number];
