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
])('&%s; is %j', (name, character) => expect(decodeNamedCharacterReference(name)).toBe(character));

it.each(['colon', 'Tab', 'NewLine', 'quml', 'grave', 'acute', '1acute', '__proto__', 'constructor', ''])('leaves &%s; as it is', (name) =>
  expect(decodeNamedCharacterReference(name)).toBe(false),
);

it('is what the parser asks, which by itself would write to innerHTML', () => {
  expect(parseMarkdown('Caf&eacute; &colon;', [])).toEqual([{ kind: 'paragraph', children: [{ kind: 'text', text: 'Café &colon;' }] }]);
});
