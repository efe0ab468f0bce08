import { expect, it } from '@rstest/core';
import { decodeNamedCharacterReference } from './decode-named-character-reference.ts';
import { parseMarkdown } from './parse-markdown.ts';

it.each([
  ['amp', '&'],
  ['eacute', 'é'],
  ['Uuml', 'Ü'],
  ['ccedil', 'ç'],
  ['szlig', 'ß'],
  ['nbsp', '\u00a0'],
])('&%s; is decoded as %j', (name, character) => expect(decodeNamedCharacterReference(name)).toBe(character));

it.each(['colon', 'Tab', 'NewLine', 'quml', 'grave', 'acute', '1acute', '__proto__', 'constructor', ''])('&%s; is not decoded', (name) =>
  expect(decodeNamedCharacterReference(name)).toBe(false),
);

it('the Markdown parser decodes references by our table instead of innerHTML', () => {
  expect(parseMarkdown('Caf&eacute; &colon;', [])).toEqual([{ kind: 'paragraph', children: [{ kind: 'text', text: 'Café &colon;' }] }]);
});
