import { describe, expect, it } from '@rstest/core';
import { type Announcement, countAnnounced, pickAnnouncement } from './announcement.ts';
import type { Speaker, Turn } from './conversation.ts';
import type { Progress } from './progress.ts';

type Utterance = { speaker: Speaker; state: Turn['state']; text: string };
const question: Utterance = { speaker: 'visitor', state: 'complete', text: 'Why?' };
const answer: Utterance = { speaker: 'guide', state: 'complete', text: 'Candle smoke.' };
const arriving: Utterance = { ...answer, state: 'arriving' };
const broken: Utterance = { ...answer, state: 'broken' };

describe('pickAnnouncement', () => {
  it.each<[string, { progress: Progress; announcedBefore: number }, Utterance[], Announcement]>([
    ['says that the guide is thinking', { progress: 'thinking', announcedBefore: 0 }, [question], { kind: 'thinking' }],
    ['says the whole answer', { progress: 'idle', announcedBefore: 0 }, [question, answer], { kind: 'answer', text: 'Candle smoke.' }],
    ['says nothing while the answer arrives', { progress: 'answering', announcedBefore: 0 }, [question, arriving], { kind: 'none' }],
    ['repeats nothing that was there before', { progress: 'idle', announcedBefore: 2 }, [question, answer], { kind: 'none' }],
    ['does not announce half an answer as whole', { progress: 'idle', announcedBefore: 0 }, [question, broken], { kind: 'none' }],
  ])('%s', (_, options, utterances, announcement) => {
    expect(pickAnnouncement(utterances, { ...options, textOf: ({ text }) => text })).toEqual(announcement);
  });
});

describe('countAnnounced', () => {
  it('leaves out an answer that is not complete', () => {
    const counts = [[], [question, answer], [question, broken], [question, arriving]].map(countAnnounced);
    expect(counts).toEqual([0, 2, 1, 1]);
  });
});
