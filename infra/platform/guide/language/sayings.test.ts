import { expect, it } from '@rstest/core';
import { formsOf, looseSayingsIn, readSayings, sayingIn } from './sayings.ts';

const sayings = readSayings({
  next: ['go on, (the/a) next room/hall', '… seen enough …'],
  again: ['repeat* (that/it)'],
});
const saidIn = (text: string) => sayingIn([text.split(' ')], sayings);

it.each([
  ['go on', 'next'],
  ['the next hall', 'next'],
  ['next room', 'next'],
  ['next the room', undefined],
  ['i have seen enough now', 'next'],
  ['repeating that', 'again'],
  ['repeat it it', 'again'],
  ['again', undefined],
])('“%s” matches by alternatives, brackets, endings and ellipses: %s', (text, kind) => {
  expect(saidIn(text)).toBe(kind);
});

it('A message matches a saying if filler words (“please”, “now”) and the opening of a request (“can we”) are removed', () => {
  const forms = formsOf(['please', 'can', 'we', 'go', 'on', 'now'], 'en').map((words) => words.join(' '));
  expect(forms).toEqual(['please can we go on now', 'can we go on', 'go on']);
});

it('A loose saying returns the other words of the message', () => {
  const found = looseSayingsIn(['well', 'seen', 'enough', 'who', 'painted', 'it'], sayings);
  expect(found).toEqual([{ kind: 'next', others: ['well', 'who', 'painted', 'it'] }]);
});
