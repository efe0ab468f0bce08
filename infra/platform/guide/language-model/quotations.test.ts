import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createQuotationCutter } from './quotations.ts';

const cut = (parts: readonly string[]) => {
  const cutter = createQuotationCutter();
  return [...parts.flatMap((part) => cutter.push(part)), ...cutter.end()];
};
const answer =
  '<think>They ask. 1788?</think>\n\nIt was built in 1788 by J. Brook. [1 "built in 1788"]\n- It is **of oak** [1: “made of oak”] [2, «chêne»].\nNo quotation\nLook at St. Mary’s! [3 of St. Mary’s][4]';
const quoting = (text: string, ...quoted: [passage: number, words: string][]) => ({
  ...{ text, quotations: quoted.map(([passage, words]) => ({ passage, words })) },
});
const sentences = [
  quoting('It was built in 1788 by J. Brook.', [1, '"built in 1788"']),
  quoting('It is of oak.', [1, '“made of oak”'], [2, '«chêne»']),
  quoting('No quotation.'),
  quoting('Look at St. Mary’s!', [3, 'of St. Mary’s'], [4, '']),
];

it('The sentences of a model do not depend on the pieces of the stream', () => {
  forAll(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: answer.length, maxLength: answer.length }), (lengths) => {
    const starts = lengths.map((_, at) => lengths.slice(0, at).reduce((sum, length) => sum + length, 0));
    const parts = lengths.map((length, at) => answer.slice(starts[at] ?? 0, (starts[at] ?? 0) + length));
    expect(cut(parts)).toEqual(sentences);
  });
});

it('A sentence of a model is complete once its quotation is closed and text follows', () => {
  const cutter = createQuotationCutter();
  expect(cutter.push('It is of oak. [1 "of oak"')).toEqual([]);
  expect(cutter.push(']\n')).toEqual([quoting('It is of oak.', [1, '"of oak"'])]);
});

it('The sentences of a model contain no emoji and no address of a link, because a voice would read them', () => {
  const written = 'The [wheel](https://mill.example/wheel?a=1) turns 🙂 again. [2 "turns"]\n❤️ Come and see 👩🏽‍🎨!';
  expect(cut([written]).map(({ text }) => text)).toEqual(['The wheel turns again.', 'Come and see!']);
});

it("A model's reasoning without an end yields no sentence", () => expect(cut(['<think>', 'It is of oak. ', 'Or not. '])).toEqual([]));
