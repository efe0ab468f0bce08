import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { parseNotes } from './visit-ui-state.ts';

const empty = { shown: 'both', asked: [], draft: '', isCaptioned: true, isVoiceAgreed: false, isSoundKnown: false };

describe('the notes of a visit', () => {
  it('come back as they were stored', () => {
    const notes = {
      shown: 'guide',
      asked: ['Who built it?'],
      draft: 'Why is',
      isCaptioned: false,
      isVoiceAgreed: true,
      isSoundKnown: true,
      startedAt: 5,
    };
    expect(parseNotes(JSON.stringify(notes))).toEqual(notes);
  });

  it('begin empty', () => {
    expect(parseNotes(null)).toEqual(empty);
  });

  it('are empty in every part that is none of ours', () => {
    expect(parseNotes('{"shown":"nobody","asked":[1],"draft":{},"isCaptioned":0,"isVoiceAgreed":1,"startedAt":"now"}')).toEqual(empty);
    expect(parseNotes('{"asked":["Who?"],"draft":7}')).toEqual({ ...empty, asked: ['Who?'] });
    for (const text of ['null', '[]', '7', '{', '"guide"', `{"draft":"${'a'.repeat(30_000)}"}`]) expect(parseNotes(text)).toEqual(empty);
  });

  it('are notes, whatever is stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { shown, asked, draft } = parseNotes(text);
        expect([shown === 'both' || shown === 'guide', asked.length <= 9, typeof draft]).toEqual([true, true, 'string']);
      }),
    );
  });
});
