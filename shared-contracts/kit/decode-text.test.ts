import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { decodeText, EncodingError } from './decode-text.ts';
import { forAll } from './testing/for-all.ts';

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32 = (text: string) => Buffer.from(Uint32Array.from(text, (letter) => letter.codePointAt(0) ?? 0).buffer);

/** Windows-1252 and UTF-8 differ in the Swedish letter at the text's end. */
const saved: Record<string, { bytes: (text: string) => Uint8Array; isRefused?: RegExp }> = {
  'UTF-8': { bytes: (text) => Buffer.from(text) },
  'UTF-8 with a mark': { bytes: (text) => Buffer.from(`\uFEFF${text}`) },
  'UTF-16 with a mark': { bytes: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le') },
  'UTF-16 without': { bytes: (text) => Buffer.from(text, 'utf16le') },
  'UTF-16, high byte first': { bytes: (text) => utf16be(`\uFEFF${text}`) },
  'UTF-16, high byte first, without': { bytes: utf16be },
  'Windows-1252': { bytes: (text) => Buffer.from(`${text}å`, 'latin1'), isRefused: /^line \d+ is not UTF-8; save the file as UTF-8$/ },
  'UTF-32': { bytes: (text) => utf32(`\uFEFF${text}`), isRefused: /; save the file as UTF-8$/ },
  'UTF-16, cut off': { bytes: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').subarray(0, -1), isRefused: /^is cut off; save/ },
};

it.each(Object.entries(saved))('decodeText() reads or refuses a text saved as %s', (_, { bytes, isRefused }) => {
  // Prefixes of the museum's texts, in letters of Western Europe.
  const texts = fc.tuple(fc.constantFrom('{', '[', '-', 'WEBVTT', 'a'), fc.string({ unit: fc.constantFrom(...'aZ7 äßÉœ–\r\n'.split('')) }));
  forAll(texts, ([head, rest]) => {
    const text = head + rest;
    if (isRefused) expect(() => decodeText(bytes(text))).toThrow(isRefused);
    else expect(decodeText(bytes(text))).toBe(text);
  });
});

it('decodeText() names the line that is not UTF-8, and reads an empty file as an empty text', () => {
  const latin = Buffer.from('---\ntitle: Gr\xfcner Saal\n---\n', 'latin1');
  expect(() => decodeText(latin)).toThrow(new EncodingError('line 2 is not UTF-8; save the file as UTF-8'));
  expect(() => decodeText(Buffer.from('one\ntwo\0\n'))).toThrow(new EncodingError('line 2 is not text; save the file as UTF-8'));
  expect(decodeText(new Uint8Array())).toBe('');
});
