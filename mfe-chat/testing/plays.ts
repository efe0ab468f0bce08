import type { Plays } from '@enfilade/shared-contracts/remote/play';

const visitor = { hasExhibition: true } as const;

export const plays: Plays = [
  {
    name: 'a question is answered, and the answer can be rated',
    visitor,
    guide: { 'When was it built?': 'The stone tracery is from 1382.' },
    steps: [
      { type: 'When was it built?', into: 'Your question' },
      {
        key: 'Enter',
        emits: [{ event: 'turn-finished', payload: { speaker: 'guide' } }],
        sees: [{ text: 'The stone tracery is from 1382.' }, { role: 'button', name: 'Helpful' }],
      },
      { press: { role: 'button', name: 'Helpful' }, sees: [{ text: 'Thank you. The museum will see this.' }] },
    ],
  },
  {
    name: 'a dictated question is in the field',
    visitor,
    steps: [
      { press: { role: 'button', name: 'Dictate' }, sees: [{ role: 'button', name: 'Tap to stop recording' }] },
      { say: 'When was it built?' },
      {
        press: { role: 'button', name: 'Tap to stop recording' },
        sees: [{ field: 'Your question', holds: 'When was it built?' }],
      },
    ],
  },
  {
    name: 'the way back leads to the exhibitions',
    where: { hasSeveralExhibitions: true },
    visitor,
    steps: [{ press: { role: 'button', name: 'Exhibitions' }, shows: ['landing'] }],
  },
];
