import { describe, expect, it } from '@rstest/core';
import { countRead, pickAnnouncement } from './announcement.ts';
import type { Entry } from './entries.ts';

const question: Entry = { key: 'q', number: 1, turn: 1, speaker: 'visitor', text: 'Why?', sources: [], state: 'complete' };
const answer: Entry = { key: 'a', number: 2, turn: 1, speaker: 'guide', text: 'Candle smoke.', sources: [], state: 'complete' };

describe('pickAnnouncement', () => {
  it('says that the guide is thinking, then the whole answer', () => {
    expect(pickAnnouncement('thinking', [question], 0)).toEqual({ kind: 'thinking' });
    expect(pickAnnouncement('idle', [question, answer], 0)).toEqual({ kind: 'answer', text: 'Candle smoke.' });
  });

  it('is silent while the answer arrives', () => {
    expect(pickAnnouncement('answering', [question, { ...answer, state: 'arriving' }], 0)).toEqual({ kind: 'none' });
  });

  it('reads nothing again that was there when the screen appeared', () => {
    expect(pickAnnouncement('idle', [question, answer], 2)).toEqual({ kind: 'none' });
  });

  it('does not read half an answer as if it were one', () => {
    expect(pickAnnouncement('idle', [question, { ...answer, state: 'broken' }], 0)).toEqual({ kind: 'none' });
  });
});

describe('countRead', () => {
  it('leaves an answer that is not whole to be read when it is', () => {
    expect(countRead([])).toBe(0);
    expect(countRead([question, answer])).toBe(2);
    expect(countRead([question, { ...answer, state: 'broken' }])).toBe(1);
    expect(countRead([question, { ...answer, state: 'arriving' }])).toBe(1);
  });
});
