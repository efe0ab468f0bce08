import { describe, expect, it } from '@rstest/core';
import { appendWords } from './use-speech.ts';

describe('dictated words', () => {
  it('dictated words stand behind what was typed', () => {
    expect(appendWords('', 'Who painted it?')).toBe('Who painted it?');
    expect(appendWords('Please: ', 'who painted it?')).toBe('Please: who painted it?');
  });
});
