import { expect, it } from '@rstest/core';
import { appendWords } from './use-speech.ts';

it('appendWords() appends dictated words to the typed text', () => {
  expect(appendWords('', 'Who painted it?')).toBe('Who painted it?');
  expect(appendWords('Please: ', 'who painted it?')).toBe('Please: who painted it?');
});
