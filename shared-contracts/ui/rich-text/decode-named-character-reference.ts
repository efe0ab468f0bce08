import namedCharacters from './named-characters.json';

const named: ReadonlyMap<string, string> = new Map(Object.entries(namedCharacters));

/** Combining diacritics by their entity suffix. */
const marks: ReadonlyMap<string, string> = new Map(
  Object.entries({
    grave: '\u0300',
    acute: '\u0301',
    circ: '\u0302',
    tilde: '\u0303',
    uml: '\u0308',
    ring: '\u030a',
    caron: '\u030c',
    cedil: '\u0327',
  }),
);

/**
 * Replaces the package of this name (see build/markdown-parser.ts), which writes to innerHTML in browsers, against Trusted Types. The
 * package's table of 2,000 names for other environments is larger than the parser.
 */
export function decodeNamedCharacterReference(name: string): string | false {
  const character = named.get(name);
  if (character !== undefined) return character;
  const mark = marks.get(name.slice(1));
  const letter = mark && `${name.charAt(0)}${mark}`.normalize('NFC');
  return letter?.length === 1 ? letter : false;
}
