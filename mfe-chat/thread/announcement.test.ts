import { describe, expect, it } from '@rstest/core';
import { countRead, pickAnnouncement } from './announcement.ts';
import type { Message } from './messages.ts';

const question: Message = { id: 'q', role: 'user', content: 'Why?', format: 'plain', sources: [], state: 'complete' };
const answer: Message = { id: 'a', role: 'assistant', content: 'Candle smoke.', format: 'plain', sources: [], state: 'complete' };

describe('pickAnnouncement', () => {
  it('says that an answer is being written, then the whole of it', () => {
    expect(pickAnnouncement('thinking', [question], 0)).toEqual({ kind: 'typing' });
    expect(pickAnnouncement('idle', [question, answer], 0)).toEqual({ kind: 'answer', text: 'Candle smoke.' });
  });

  it('says an answer without its marks', () => {
    const marked: Message = { ...answer, content: '**Candle** smoke.', format: 'markdown' };
    expect(pickAnnouncement('idle', [question, marked], 0)).toEqual({ kind: 'answer', text: 'Candle smoke.' });
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
