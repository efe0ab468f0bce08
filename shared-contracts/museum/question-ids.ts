/** In the order of asking. */
export const questionIds = ['consent', 'artistSelection', 'expertise', 'personality', 'time', 'goals', 'voice'] as const;
export type QuestionId = (typeof questionIds)[number];
