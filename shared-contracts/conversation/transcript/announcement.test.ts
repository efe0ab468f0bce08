import { expect, it } from '@rstest/core';
import type { Speaker, Turn } from '../conversation.ts';
import type { Progress } from '../progress.ts';
import { type Announcement, countAnnounced, pickAnnouncement } from './announcement.ts';

type Utterance = { speaker: Speaker; state: Turn['state']; text: string };
const question: Utterance = { speaker: 'visitor', state: 'complete', text: 'Why?' };
const answer: Utterance = { speaker: 'guide', state: 'complete', text: 'Candle smoke.' };
const arriving: Utterance = { ...answer, state: 'arriving' };
const broken: Utterance = { ...answer, state: 'broken' };

it.each<[string, [Progress, number], Utterance[], Announcement]>([
  ['“thinking” while the guide thinks', ['thinking', 0], [question], { kind: 'thinking' }],
  ['the text of a complete answer', ['idle', 0], [question, answer], { kind: 'answer', text: 'Candle smoke.' }],
  ['empty while the answer arrives', ['answering', 0], [question, arriving], { kind: 'none' }],
  ['empty for an answer from before the screen opened', ['idle', 2], [question, answer], { kind: 'none' }],
  ['empty for a broken answer', ['idle', 0], [question, broken], { kind: 'none' }],
])('the announcement is %s', (_, [progress, announcedBefore], utterances, announcement) => {
  expect(pickAnnouncement(utterances, progress, announcedBefore)).toEqual(announcement);
});

it('countAnnounced() leaves out an answer that is not complete', () => {
  const counts = [[], [question, answer], [question, broken], [question, arriving]].map(countAnnounced);
  expect(counts).toEqual([0, 2, 1, 1]);
});
