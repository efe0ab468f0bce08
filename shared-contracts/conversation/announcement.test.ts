import { describe, expect, it } from '@rstest/core';
import { countAnnounced, pickAnnouncement } from './announcement.ts';
import type { Progress } from './progress.ts';

const question = { speaker: 'visitor', state: 'complete', text: 'Why?' } as const;
const answer = { speaker: 'guide', state: 'complete', text: 'Candle smoke.' } as const;
type Utterance = typeof question | (Omit<typeof answer, 'state'> & { state: 'arriving' | 'complete' | 'broken' });

const announce = (progress: Progress, utterances: readonly Utterance[], announcedBefore = 0) =>
  pickAnnouncement(utterances, { progress, announcedBefore, textOf: ({ text }) => text });

describe('pickAnnouncement', () => {
  it('says that the guide is thinking, then the whole answer', () => {
    expect(announce('thinking', [question])).toEqual({ kind: 'thinking' });
    expect(announce('idle', [question, answer])).toEqual({ kind: 'answer', text: 'Candle smoke.' });
  });

  it('says nothing while the answer arrives', () => {
    expect(announce('answering', [question, { ...answer, state: 'arriving' }])).toEqual({ kind: 'none' });
  });

  it('repeats nothing that was there when the screen appeared', () => {
    expect(announce('idle', [question, answer], 2)).toEqual({ kind: 'none' });
  });

  it('does not announce half an answer as if it were whole', () => {
    expect(announce('idle', [question, { ...answer, state: 'broken' }])).toEqual({ kind: 'none' });
  });
});

describe('countAnnounced', () => {
  it('leaves out an answer that is not complete', () => {
    expect(countAnnounced([])).toBe(0);
    expect(countAnnounced([question, answer])).toBe(2);
    expect(countAnnounced([question, { ...answer, state: 'broken' }])).toBe(1);
    expect(countAnnounced([question, { ...answer, state: 'arriving' }])).toBe(1);
  });
});
