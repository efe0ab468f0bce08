import { describe, expect, it } from '@rstest/core';
import { pickPlaybackProblem } from './play-audio.ts';

describe('a refused play', () => {
  it('is blocked only when the browser does not allow it', () => {
    expect(pickPlaybackProblem(new DOMException('', 'NotAllowedError'))).toBe('blocked');
    for (const other of [new DOMException('', 'NotSupportedError'), new TypeError('x'), undefined, 'NotAllowedError'])
      expect(pickPlaybackProblem(other)).toBe('unreachable');
  });
});
