/** A visitor of Belmonte who has answered every question, in English. */
export const answers = {
  consent: ['consent.agree'],
  artistSelection: ['artist.jacopo-savelli'],
  expertise: ['visitorType.alone'],
  personality: ['style.interactive'],
  time: ['time.10'],
  goals: ['goal.learn'],
  voice: ['en-1'],
};
