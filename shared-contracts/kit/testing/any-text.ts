import fc from 'fast-check';

const [surrogates, afterThem, last] = [0xd800, 0xe000, 0x10ffff];
const skipped = afterThem - surrogates;
const character = fc.nat({ max: last - skipped }).map(
  (at) => String.fromCodePoint(at < surrogates ? at : at + skipped),
  (text) => {
    const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
    if (code < 0 || text !== String.fromCodePoint(code) || (code >= surrogates && code < afterThem)) throw new Error('no character');
    return code < surrogates ? code : code - skipped;
  },
);

/** Texts of all Unicode characters. fast-check's `unit: 'binary'` would build a table of all characters in 1.2 s for each file. */
export const anyText = (limits: fc.StringConstraints = {}): fc.Arbitrary<string> => fc.string({ ...limits, unit: character });
