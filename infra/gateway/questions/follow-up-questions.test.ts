import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { pickFollowUpQuestions } from './follow-up-questions.ts';

const three = ['Who painted this?', 'When was it made?', 'Where did it hang?'];

describe('pickFollowUpQuestions', () => {
  it('takes the first three lines', () => {
    expect(pickFollowUpQuestions([...three, 'A fourth?'].join('\n'), [])).toEqual(three);
  });

  it('takes numbers, bullets and quotation marks off', () => {
    expect(pickFollowUpQuestions('1. Who painted this?\r\n\r\n- "When was it made?"\n3) «Where did it hang?»', [])).toEqual(three);
  });

  it('takes hyphens inside words for what they are', () => {
    const french = ['Qu’est-ce que c’est ?', 'D’où vient-il ?', 'Peut-on y entrer ?'];
    expect(pickFollowUpQuestions(french.join('\n'), [])).toEqual(french);
  });

  it.each([
    ['two lines', three.slice(0, 2)],
    ['a dash', ['Who painted this – and why?', ...three.slice(1)]],
    ['an underscore', ['Who painted_this?', ...three.slice(1)]],
    ['eleven words', ['one two three four five six seven eight nine ten eleven?', ...three.slice(1)]],
    ['a question twice', [three[0], 'who painted this', three[1]]],
    ['nothing', ['']],
  ])('takes %s for none at all', (_, lines) => {
    expect(pickFollowUpQuestions(lines.join('\n'), [])).toEqual([]);
  });

  it('repeats nothing that was asked', () => {
    expect(pickFollowUpQuestions(three.join('\n'), ['WHEN WAS IT MADE'])).toEqual([]);
  });

  it('gives three short different questions or none, whatever a model writes', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 12 }), { maxLength: 6 }), fc.array(fc.lorem({ maxCount: 3 })), (lines, asked) => {
        const picked: readonly string[] = pickFollowUpQuestions(lines.join('\n'), asked);
        expect([0, 3]).toContain(picked.length);
        expect(new Set(picked).size).toBe(picked.length);
        for (const question of picked) expect([question.split(' ').length <= 10, asked.includes(question)]).toEqual([true, false]);
      }),
    );
  });
});
