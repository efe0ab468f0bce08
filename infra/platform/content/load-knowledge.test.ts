import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it, onTestFinished } from '@rstest/core';
import fc from 'fast-check';
import { loadContent } from './load-content.ts';
import { parseKnowledge } from './load-knowledge.ts';
import { ContentCopy } from './testing/content-copy.ts';

function parse(text: string, id = 'library') {
  const problems: string[] = [];
  const document = parseKnowledge(text, { id, language: 'en' }, (field, what) => problems.push(`${field}: ${what}`));
  return { document, problems };
}

it('parseKnowledge reads title, place and paragraphs', () => {
  const text = '---\ntitle: wall text, Library\nexhibition: abc\nroom: salon\n---\n\nOne.\nStill one.\n\nTwo.\n';
  const place = { exhibitionId: 'abc', roomId: 'salon' };
  const document = { id: 'library', language: 'en', title: 'wall text, Library', ...place, paragraphs: ['One. Still one.', 'Two.'] };
  expect(parse(text)).toEqual({ problems: [], document });
});

it.each([
  ['accepts any line ends', '---\r\ntitle: x\r\n---\r\n\r\nOne.\r\n\r\nTwo.', { title: 'x', paragraphs: ['One.', 'Two.'] }],
  ['keeps colons in a title', '---\ntitle: Marta: her book\n---\nText.', { title: 'Marta: her book', paragraphs: ['Text.'] }],
])('parseKnowledge %s', (_, text, document) => expect(parse(text).document).toMatchObject(document));

it.each([
  ['---\ntitle: x\nauthor: y\n---\nText.', 'front matter: "author: y" is not a title, an exhibition or a room'],
  ['---\ntitle: x\ntitle: y\n---\nText.', 'title: occurs twice'],
  ['---\ntitle: x\nroom:\n---\nText.', 'room: is empty'],
  ['---\ntitle:\n---\nText.', 'title: is missing'],
  ['---\ntitle: x\n---\n', 'text: is empty'],
  ['---\ntitle: x\nText.', 'front matter: is missing: the file must begin with --- lines around its title'],
  ['---\ntitle: x\n---\nText.', 'file: is not named in lower case, digits and hyphens', 'Die Bibliothek'],
])('parseKnowledge refuses %j with “%s”', (text, problem, id?: string) => {
  expect(parse(text, id).problems).toEqual([problem]);
});

it('parseKnowledge returns every paragraph and never throws', () => {
  const line = fc.stringMatching(/^[A-Za-z.,?]{1,12}( [A-Za-z.,?]{1,12}){0,4}$/);
  forAll(line, fc.array(line, { minLength: 1, maxLength: 6 }), (title, paragraphs) => {
    expect(parse(`---\ntitle: ${title}\n---\n\n${paragraphs.join('\n\n')}\n`).document).toMatchObject({ title, paragraphs });
  });
  forAll(fc.string(), (text) => {
    const { document, problems } = parse(text);
    expect(document === undefined).toBe(problems.length > 0);
  });
});

it('Loading refuses easy texts without a document, with other paragraphs, or that the profile does not offer', async () => {
  const copy = await ContentCopy.make('archive', 'gallery');
  onTestFinished(() => copy.dispose());
  const problems = () => loadContent(copy.directory).catch((error: Error) => error.message.split('\n'));
  const easy = 'museums/gallery/knowledge/de-easy';
  await copy.write(`${easy}/attic.md`, '---\ntitle: Dach\n---\n\nHier ist nichts.');
  await copy.write(`${easy}/halden-blue.md`, '---\ntitle: Glas\nroom: attic\n---\n\nDas ist Blau.');
  await copy.remove('museums/gallery/knowledge/en-easy');
  await mkdir(join(copy.directory, 'museums/archive/knowledge/it-easy'));
  expect(await problems()).toEqual([
    'museums/archive/knowledge/it-easy: language: is none of en, de, fr, with or without -easy or -kids',
    `${easy}/attic.md: file: has no ordinary document of this name in knowledge/de`,
    `${easy}/halden-blue.md: room: is allowed only in the ordinary document`,
    `${easy}/halden-blue.md: text: has 1 paragraphs, and the ordinary document has 4`,
    'museums/gallery/profile.json: easyLanguage.en: knowledge/en-easy holds no document',
  ]);
  await copy.set('museums/gallery/profile.json', 'easyLanguage', { en: { greeting: ' ' } });
  expect(await problems()).toContain('museums/gallery/profile.json: easyLanguage.en.greeting: must not be empty');
});
