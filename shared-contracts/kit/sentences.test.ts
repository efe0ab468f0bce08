import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { splitSentences } from './sentences.ts';
import { anyText } from './testing/any-text.ts';
import { forAll } from './testing/for-all.ts';

const withoutSpace = (text: string) => text.replace(/\s/g, '');

it.each([
  ['', []],
  ['One: two; three, four', ['One: two; three, four']],
  ['First. Second! Third? Fourth… Fifth', ['First.', 'Second!', 'Third?', 'Fourth…', 'Fifth']],
  ['It fell in 1797. Nobody saw it.', ['It fell in 1797.', 'Nobody saw it.']],
  ['Im 16. Jahrhundert kam er. Am 4. November ging er.', ['Im 16. Jahrhundert kam er.', 'Am 4. November ging er.']],
  ['By chance. 1926 flüchtete sie.', ['By chance.', '1926 flüchtete sie.']],
  ['St. Mark is here. J. S. Bach was not.', ['St. Mark is here.', 'J. S. Bach was not.']],
  ['Dr. Müller und St. Martin, z. B. Paul, usw. Alle.', ['Dr. Müller und St. Martin, z. B. Paul, usw. Alle.']],
  ['Ludwig XIV. ließ ihn bauen. Er war König.', ['Ludwig XIV. ließ ihn bauen.', 'Er war König.']],
  ['He said no. Then he left.', ['He said no.', 'Then he left.']],
  ['It is “Clear at last. Nobody asked.” You may sit.', ['It is “Clear at last.', 'Nobody asked.”', 'You may sit.']],
  ['„Kommen Sie!“ Sie ging. (Allein.) Dann kam er.', ['„Kommen Sie!“', 'Sie ging.', '(Allein.)', 'Dann kam er.']],
  ['»Komm!« Er kam. « Venez ! » dit-elle.', ['»Komm!«', 'Er kam.', '« Venez ! » dit-elle.']],
  ['Il coûta 3,5 ducats ! Vraiment ? « Oui. » Bien.', ['Il coûta 3,5 ducats !', 'Vraiment ?', '« Oui. »', 'Bien.']],
  ['Il dit : « Oui. »', ['Il dit : « Oui. »']],
  ['Who? – He. It costs 3.50 at www.example.org e.g. today', ['Who? – He.', 'It costs 3.50 at www.example.org e.g. today']],
  ['A list:\n- one\n\n- two', ['A list:', '- one', '- two']],
])('splitSentences() splits %j into %j', (text, sentences) => expect(splitSentences(text)).toEqual(sentences));

it('splitSentences() loses no character but white space, and no sentence is empty', () => {
  const piece = fc.constantFrom('Saal', '19', '.', '. ', '! ', '… ', ' – ', ' ', '\n', '“', ' »', '« ', 'XIV. ', 'Dr. ', 'é', '🖼');
  const text = fc.oneof(
    fc.array(piece).map((all) => all.join('')),
    anyText(),
  );
  forAll(text, (whole) => {
    const sentences = splitSentences(whole);
    expect(withoutSpace(sentences.join(''))).toBe(withoutSpace(whole));
    expect(sentences.every((sentence) => sentence !== '' && sentence === sentence.trim())).toBe(true);
  });
});

it('splitSentences() needs time proportional to the length of the text', () => {
  for (const part of ['.', '. ', ' ', '.»', '. » ', '\n'])
    expect(withoutSpace(splitSentences(part.repeat(50_000)).join(''))).toBe(withoutSpace(part).repeat(50_000));
});
