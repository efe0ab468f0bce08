import type { FoundPassages, MuseumDocument, MuseumResponse } from '@enfilade/shared-contracts/api/schemas';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { openEachTest } from '../testing/open-each-test.ts';
import { museumId } from '../testing/samples.ts';
import { createMuseumTexts, type MuseumText } from './museum-texts.ts';

const documents: MuseumText[] = [
  {
    id: 'salon',
    language: 'en',
    title: 'wall text, Painting Salon',
    paragraphs: [
      'Jacopo Savelli painted the ceiling in 1742. It shows the morning.',
      'Why is the ceiling so dark? Two hundred winters of candle smoke lie on it.',
      'The mirror is from Murano. It cost 380 ducats.',
    ],
  },
  {
    id: 'salon',
    language: 'de',
    title: 'Wandtext, Malersalon',
    paragraphs: ['Das Deckengemälde malte Jacopo Savelli.', 'Der Spiegel ist groß, und er kommt aus Murano.'],
    easy: { title: 'Text an der Wand', paragraphs: ['Ein Maler malte die Decke.', 'Der Spiegel ist groß.'] },
  },
];
const texts = createMuseumTexts(documents);
const find = (search: string, language: 'en' | 'de' | 'fr' = 'en') =>
  texts.search(search, language).passages.map(({ document, paragraph }) => `${document} ${paragraph}`);

it('a search finds the passage with all its words, and marks the words in their sentence', () => {
  const excerpt = ['Why is the ', 'ceiling', ' so dark? Two hundred winters of ', 'candle', ' smoke lie on it.'];
  const passage = { document: 'salon', title: 'wall text, Painting Salon', paragraph: 2, excerpt };
  expect(texts.search('candle ceiling', 'en').passages).toEqual([passage]);
});

it.each([
  ['CEIL', 'en', ['salon 1', 'salon 2']],
  ['ceilling', 'en', ['salon 1', 'salon 2']],
  ['gemälde', 'de', []],
  ['deckengemälde', 'de', ['salon 1']],
  ['Deckengemaelde', 'de', ['salon 1']],
  ['DECKENGEMALDE', 'de', ['salon 1']],
  ['gross', 'de', ['salon 2']],
  ['Who painted the mirror of Murano', 'en', ['salon 3', 'salon 1']],
  ['ceiling', 'fr', ['salon 1', 'salon 2']],
  ['rhinoceros', 'en', []],
  ['?!', 'en', []],
] as const)('a search for %s in %s finds the expected passages', (search, language, expected) => {
  expect(new Set(find(search, language))).toEqual(new Set(expected));
});

it('a search with any text succeeds, and every excerpt is part of its paragraph', () => {
  const word = fc.constantFrom('ceiling', 'Savelli', 'the', 'ß', 'Æ', 'a'.repeat(100), '__proto__', 'constructor');
  const search = fc.oneof(
    fc.array(word, { maxLength: 12 }).map((all) => all.join(' ')),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
  );
  forAll(search, fc.constantFrom('en', 'de', 'fr'), (text, language) => {
    const { passages, language: of } = texts.search(text, language);
    for (const { document, paragraph, excerpt } of passages) {
      const whole = documents.find((one) => one.id === document && one.language === of)?.paragraphs[paragraph - 1];
      expect(whole).toContain(excerpt.join(''));
    }
  });
});

const profiles = [{ museum: museumId }, { museum: 'b'.repeat(24), showsTexts: false }].map((one) => profileFileSchema.parse(one));
const site = openEachTest({ options: { profiles, documentsOf: () => documents } });
const at = (path: string, headers?: Record<string, string>) => site.gateway.get(`/api/museums/${museumId}/documents${path}`, headers);

it('the gateway searches and serves documents, in English if a language has no document, and sends 304 for an unchanged document', async () => {
  const found = await at('?language=fr&search=Savelli');
  expect(found.json<FoundPassages>()).toMatchObject({ language: 'en', passages: [{ document: 'salon', paragraph: 1 }] });
  const document = await at('/salon?language=de');
  const { title, paragraphs, easy } = documents[1] as MuseumText;
  expect(document.json<MuseumDocument>()).toEqual({ language: 'de', title, paragraphs });
  expect((await at('/salon?language=de&easy=true')).json<MuseumDocument>()).toEqual({ language: 'de', ...easy });
  expect((await at('/salon?language=en&easy=true')).json<MuseumDocument>().title).toBe('wall text, Painting Salon');
  for (const { headers } of [found, document]) expect(headers['etag']).toMatch(/^".+"$/);
  const again = await at('/salon?language=de', { 'if-none-match': String(document.headers['etag']) });
  expect([again.status, again.text]).toEqual([304, '']);
});

it.each([
  ['?language=en', 400],
  ['?language=en&search=', 400],
  ['?language=en&search=%20', 400],
  [`?language=en&search=${'a'.repeat(101)}`, 400],
  ['?language=it&search=a', 400],
  ['?language=en&search=a&search=b', 400],
  ['/salon', 400],
  ['/attic?language=en', 404],
  ['/__proto__?language=en', 404],
  ['/..%2F..%2Fprofile.json?language=en', 404],
])('the document route refuses %s', async (path, status) => {
  expect((await at(path)).status).toBe(status);
});

it('one address may search 600 times a minute, and read documents without limit', async () => {
  const search = () => at('?language=en&search=ceiling');
  let answered = 0;
  let refused = await search();
  // The budget refills while the requests run.
  for (; refused.status === 200 && answered < 6_000; answered += 1) refused = await search();
  expect(answered).toBeGreaterThanOrEqual(500);
  expect([refused.status, refused.json<{ code: string }>().code, Number(refused.headers['retry-after'])]).toEqual([429, 'too-many', 1]);
  expect((await at('/salon?language=en')).status).toBe(200);
  site.gateway.clock.turn(60_000);
  expect((await search()).status).toBe(200);
});

it('a documents request gets 404 if the museum is unknown or its profile has showsTexts: false', async () => {
  for (const museum of ['b', 'c'])
    expect((await site.gateway.get(`/api/museums/${museum.repeat(24)}/documents?language=en&search=ceiling`)).status).toBe(404);
  expect((await site.gateway.get(`/api/museums/${museumId}`)).json<MuseumResponse>().profile.showsTexts).toBe(true);
});
