import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { pickFollowUpQuestions } from './language-model-routes.ts';

const three = ['Who painted this?', 'When was it made?', 'Where did it hang?'];

describe('pickFollowUpQuestions', () => {
  it('pickFollowUpQuestions takes the first three lines', () => {
    expect(pickFollowUpQuestions([...three, 'A fourth?'].join('\n'), [], 'en')).toEqual(three);
  });

  it('pickFollowUpQuestions takes numbers, bullets and quotation marks off', () => {
    expect(pickFollowUpQuestions('1. Who painted this?\r\n\r\n- "When was it made?"\n3) «Where did it hang?»', [], 'en')).toEqual(three);
  });

  it('pickFollowUpQuestions takes hyphens inside words for what they are', () => {
    const french = ['Qu’est-ce que c’est ?', 'D’où vient-il ?', 'Peut-on y entrer ?'];
    expect(pickFollowUpQuestions(french.join('\n'), [], 'fr')).toEqual(french);
  });

  it.each([
    ['two lines', three.slice(0, 2)],
    ['a dash', ['Who painted this – and why?', ...three.slice(1)]],
    ['an underscore', ['Who painted_this?', ...three.slice(1)]],
    ['eleven words', ['one two three four five six seven eight nine ten eleven?', ...three.slice(1)]],
    ['a question twice', [three[0], 'who painted this', three[1]]],
    ['nothing', ['']],
  ])('pickFollowUpQuestions takes %s for none at all', (_, lines) => {
    expect(pickFollowUpQuestions(lines.join('\n'), [], 'en')).toEqual([]);
  });

  it.each([
    ['en', 'What do you like about it?'],
    ['en', 'How old are you?'],
    ['de', 'Wie fühlen Sie sich hier?'],
    ['de', 'Was weißt du darüber?'],
    ['fr', 'Quelle est votre œuvre préférée ?'],
    ['fr', 'Qu’en pensez-vous ?'],
  ] as const)('pickFollowUpQuestions takes none in %s where one is personal or without respect: %s', (language, line) => {
    expect(pickFollowUpQuestions([line, ...three].join('\n'), [], language)).toEqual([]);
  });

  it.each([
    ['de', ['Wer war du Barry?', 'Wann wurde sie gemalt?', 'Wo lebte sie?'], 0],
    ['de', ['Können Sie mehr dazu sagen?', 'Wann wurde sie gemalt?', 'Was denkt die Forschung?'], 3],
    ['fr', ['Quel est le sujet du tableau ?', 'Qui l’a peint ?', 'D’où vient le vert ?'], 3],
    ['en', ['Whose favourite room was it?', 'What do scholars think?', 'Was Venus loved here?'], 3],
  ] as const)('pickFollowUpQuestions in %s knows what is meant by %s', (language, lines, count) => {
    expect(pickFollowUpQuestions(lines.join('\n'), [], language)).toHaveLength(count);
  });

  it('pickFollowUpQuestions repeats nothing that was asked', () => {
    expect(pickFollowUpQuestions(three.join('\n'), ['WHEN WAS IT MADE'], 'en')).toEqual([]);
  });

  it('pickFollowUpQuestions gives three short different questions or none, whatever a model writes', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 12 }), { maxLength: 6 }), fc.array(fc.lorem({ maxCount: 3 })), (lines, asked) => {
        const picked: readonly string[] = pickFollowUpQuestions(lines.join('\n'), asked, 'en');
        expect([0, 3]).toContain(picked.length);
        expect(new Set(picked).size).toBe(picked.length);
        for (const question of picked) expect([question.split(' ').length <= 10, asked.includes(question)]).toEqual([true, false]);
      }),
    );
  });
});
