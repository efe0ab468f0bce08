import { expect, it } from '@rstest/core';
import { followedLine as line } from '../testing/followed-line.ts';
import { showLine } from './translate-lines.ts';

it('a follower reads translations, lines in the own language unchanged, and untranslatable lines with their language', () => {
  const translations = new Map([
    ['en de Line 1.', 'Zeile 1.'],
    ['en de Line 2.', null],
    ['en de Line 3.', 'Zeile'],
  ]);
  const lines = [line(1), line(2), line(3, { isOpen: true }), line(4, { language: 'de' }), line(5)];
  expect(lines.map((each) => showLine(each, 'de', translations))).toEqual([
    { kind: 'said', text: 'Zeile 1.' },
    { kind: 'foreign', text: 'Line 2.' },
    { kind: 'waiting' },
    { kind: 'own', text: 'Line 4.' },
    { kind: 'waiting' },
  ]);
});
