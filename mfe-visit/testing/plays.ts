import type { Plays } from '@enfilade/shared-contracts/remote/play';

const visitor = { hasExhibition: true, answers: 'all' } as const;
const inWriting = { ...visitor, visitConfig: { inputMode: 'text' } } as const;
const guide = { 'Why is it so dark?': 'Two hundred winters of candle smoke lie on it.' };

export const plays: Plays = [
  {
    name: 'a question in writing is answered',
    where: { entryScreen: 'visit' },
    visitor: inWriting,
    guide,
    steps: [
      { type: 'Why is it so dark?', into: 'Your question', sees: [{ role: 'button', name: 'Send' }] },
      {
        press: { role: 'button', name: 'Send' },
        emits: [
          { event: 'turn-finished', payload: { speaker: 'visitor' } },
          { event: 'turn-finished', payload: { speaker: 'guide' } },
        ],
        sees: [{ text: 'Two hundred winters of candle smoke lie on it.' }],
      },
    ],
  },
  {
    name: 'a dictated question is in the field and can be sent',
    where: { entryScreen: 'visit' },
    visitor: inWriting,
    guide,
    steps: [
      { press: { role: 'button', name: 'Dictate' }, sees: [{ role: 'button', name: 'Tap to stop recording' }] },
      { say: 'Why is it so dark?' },
      {
        press: { role: 'button', name: 'Tap to stop recording' },
        sees: [{ field: 'Your question', holds: 'Why is it so dark?' }],
      },
      { press: { role: 'button', name: 'Send' }, sees: [{ text: 'Two hundred winters of candle smoke lie on it.' }] },
    ],
  },
  {
    name: 'who begins by ear is asked for the microphone, and may write instead',
    where: { entryScreen: 'visit' },
    visitor,
    steps: [{ press: { role: 'button', name: 'Use text instead' }, sees: [{ role: 'textbox', name: 'Your question' }] }],
  },
];
