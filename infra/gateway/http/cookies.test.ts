import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { parseCookies } from './cookies.ts';

describe('parseCookies', () => {
  it('gives back what was encoded', () => {
    const value = fc.string({ unit: 'grapheme' }).map((text) => text.toWellFormed());
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^\w+$/), value), (cookies) => {
        const header = Object.entries(cookies).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
        expect(Object.fromEntries(parseCookies(header.join('; ')))).toEqual(cookies);
      }),
    );
  });

  it('throws at nothing', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => expect(parseCookies(header)).toBeInstanceOf(Map)));
  });

  it('takes the first of two and the raw text of what is badly encoded', () => {
    expect([...parseCookies('a=1; a=2; b=%zz; c; =d; e=f=g')]).toEqual([
      ['a', '1'],
      ['b', '%zz'],
      ['e', 'f=g'],
    ]);
  });
});
