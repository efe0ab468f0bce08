import type { Plays } from '@enfilade/shared-contracts/remote/play';

export const plays: Plays = [
  {
    name: 'a visitor who declines goes on all the same',
    where: { entryScreen: 'visit', asks: 'consent' },
    visitor: { hasExhibition: true },
    steps: [
      { sees: [{ role: 'heading', name: 'May we learn from your visit?' }] },
      {
        press: { role: 'button', name: 'No, continue without' },
        emits: [{ event: 'question-answered', payload: { questionId: 'consent', options: ['consent.decline'] } }],
        shows: ['tailoring', 'visit'],
      },
    ],
  },
  {
    name: 'one press answers how much time there is',
    where: { entryScreen: 'visit', asks: 'time' },
    visitor: { hasExhibition: true, answers: { before: 'time' } },
    steps: [
      { sees: [{ role: 'heading', name: 'How much time do you have?' }] },
      {
        press: { role: 'button', name: '10 minutes' },
        emits: [{ event: 'question-answered', payload: { questionId: 'time', options: ['time.10'] } }],
        shows: ['tailoring', 'visit'],
      },
    ],
  },
  {
    name: 'several goals are chosen before going on',
    where: { entryScreen: 'visit', asks: 'goals' },
    visitor: { hasExhibition: true, answers: { before: 'goals' } },
    steps: [
      { press: { role: 'checkbox', name: 'Learn Who, when and why' }, sees: [{ text: '1 answer chosen' }] },
      { press: { role: 'checkbox', name: 'Relax Slow down and look' }, sees: [{ text: '2 answers chosen' }] },
      {
        press: { role: 'button', name: 'Next' },
        emits: [{ event: 'question-answered', payload: { questionId: 'goals', options: ['goal.learn', 'goal.relax'] } }],
        shows: ['tailoring', 'visit'],
      },
    ],
  },
];
