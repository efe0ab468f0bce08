import { describe, expect, it } from '@rstest/core';
import { everything } from '../actions/define-action.ts';
import { createToken, findToken } from './access.ts';

describe('findToken', () => {
  it('findToken finds exactly the given secrets', () => {
    const tokens = ['one', 'two', 'three'].map((secret) => createToken(`name-${secret}`, secret, everything));
    expect(['one', 'three', 'One', 'on', ''].map((secret) => findToken(tokens, secret)?.name)).toEqual([
      'name-one',
      'name-three',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
