import { expect, it } from '@rstest/core';
import { type Announcement, countAnnounced, pickAnnouncement } from './announcement.ts';
import type { Speaker, Turn } from './conversation.ts';
import type { Progress } from './progress.ts';

type Utterance = { speaker: Speaker; state: Turn['state']; text: string };
const question: Utterance = { speaker: 'visitor', state: 'complete', text: 'Why?' };
const answer: Utterance = { speaker: 'guide', state: 'complete', text: 'Candle smoke.' };
const arriving: Utterance = { ...answer, state: 'arriving' };
const broken: Utterance = { ...answer, state: 'broken' };

it.each<[string, { progress: Progress; announcedBefore: number }, Utterance[], Announcement]>([
  ['the announcement is “thinking” while the guide thinks', { progress: 'thinking', announcedBefore: 0 }, [question], { kind: 'thinking' }],
  [
    'the announcement is the text of a complete answer',
    { progress: 'idle', announcedBefore: 0 },
    [question, answer],
    { kind: 'answer', text: 'Candle smoke.' },
  ],
  [
    'the announcement is empty while the answer arrives',
    { progress: 'answering', announcedBefore: 0 },
    [question, arriving],
    { kind: 'none' },
  ],
  [
    'the announcement is empty for an answer from before the screen opened',
    { progress: 'idle', announcedBefore: 2 },
    [question, answer],
    { kind: 'none' },
  ],
  ['the announcement is empty for a broken answer', { progress: 'idle', announcedBefore: 0 }, [question, broken], { kind: 'none' }],
])('%s', (_, options, utterances, announcement) => {
  expect(pickAnnouncement(utterances, { ...options, textOf: ({ text }) => text })).toEqual(announcement);
});

it('countAnnounced() leaves out an answer that is not complete', () => {
  const counts = [[], [question, answer], [question, broken], [question, arriving]].map(countAnnounced);
  expect(counts).toEqual([0, 2, 1, 1]);
});
