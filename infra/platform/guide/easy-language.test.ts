import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { expect, it } from '@rstest/core';
import type { MuseumContent } from '../content/content.ts';
import { demoMuseum, demoMuseums } from '../testing/demo-museums.ts';
import { mill, millContent } from '../testing/sample-content.ts';
import { createGuide } from './guide.ts';
import { type GuideQuestion, newGuideState } from './guide-state.ts';

const easyWheel = 'Jonas Brook built the wheel. A wheel is round. It is made of wood. It turns in the water.';
const withEasy: MuseumContent = {
  ...millContent,
  knowledge: millContent.knowledge.map((document) =>
    document.id === 'wheel' && document.language === 'en'
      ? { ...document, easy: { title: 'easy wall text', paragraphs: [easyWheel, ...document.paragraphs.slice(1)] } }
      : document,
  ),
};
const guide = createGuide(withEasy);
const explore = { language: 'en', visitMode: 'exploration', exhibitionId: mill.wheelId, isEasy: true } as const;
const ask = (text: string, visit: Omit<GuideQuestion, 'text'> = explore) => guide.reply(newGuideState, { ...visit, text });

it('The guide quotes the easy text of a paragraph whole, with its own source, also after a change to easy language', () => {
  const { state } = ask('Who guarded the grain?', { ...explore, isEasy: false });
  for (const before of [newGuideState, state]) {
    const { text, sources } = guide.reply(before, { ...explore, text: 'Who built the water wheel?' });
    expect([text, sources]).toEqual([easyWheel, [{ title: 'easy wall text', document: 'wheel', paragraphs: [1], isEasy: true }]]);
  }
});

it('The guide quotes the ordinary text if the visitor does not want easy language, or the paragraph lacks it', () => {
  expect(ask('Who built the water wheel?', { ...explore, isEasy: false }).text).toMatch(/^The water wheel was built in 1788/);
  expect(ask('Who guarded the grain?').text).toContain('Ophelia');
});

/** A genitive ("des Hauses"), which Leichte Sprache avoids. */
const genitive = /\b(?:des|eines) \p{Lu}\p{L}+s\b|\bwegen (?:des|der)\b/u;
const most: Record<Language, number> = { en: 14, de: 13, fr: 14 };

it('The demo gallery has all texts in easy German, and one exhibition in easy English', () => {
  const { content: gallery } = demoMuseum('gallery');
  const easy = (language: Language) => gallery.knowledge.filter((one) => one.language === language && one.easy).map(({ id }) => id);
  const all = gallery.knowledge.filter(({ language }) => language === 'de').map(({ id }) => id);
  const dyers = gallery.knowledge.filter(({ language, exhibitionId }) => language === 'en' && exhibitionId?.endsWith('16'));
  expect(easy('de')).toEqual(all);
  expect(easy('en')).toEqual(dyers.map(({ id }) => id));
  expect(languages.filter((language) => gallery.profile.easyLanguage?.[language])).toEqual(['en', 'de']);
});

it('Easy texts of the demo museums have short sentences with one thought each', () => {
  for (const { easy, language } of demoMuseums.flatMap(({ content }) => content.knowledge)) {
    for (const sentence of (easy?.paragraphs ?? []).flatMap(splitSentences)) {
      expect([sentence, sentence.split(/\s+/).length <= most[language]]).toEqual([sentence, true]);
      expect([sentence, /[;–(]/.test(sentence)]).toEqual([sentence, false]);
      if (language === 'de') expect([sentence, genitive.test(sentence)]).toEqual([sentence, false]);
    }
  }
});
