import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { expect, it } from '@rstest/core';
import { demoContent } from '../content/testing/content-copy.ts';
import { goldenFolderOf, loadGoldenQuestions } from '../guide/golden-questions.ts';
import { type GuideQuestion, newGuideState } from '../guide/guide-state.ts';
import { languageData } from '../guide/language/language-data.ts';
import { type DemoMuseum, demoMuseum, demoMuseums } from '../testing/demo-museums.ts';
import { createWrittenTranslations } from './own-words.ts';

const goesOn: Record<Language, string> = {
  en: 'Yes|Tell me more|Where are we?|next|Who painted this?|No|Again, please|Go on|Thank you|back|',
  de: 'Ja|Erzählen Sie mir mehr|Wo sind wir?|weiter|Wer hat das gemalt?|Nein|Noch einmal bitte|Weiter|Danke|zurück|',
  fr: 'Oui|Dites-m’en plus|Où sommes-nous ?|suite|Qui a peint cela ?|Non|Encore une fois|Continuons|Merci|retour|',
};
const visitors: Partial<GuideQuestion>[] = [
  { time: '5', style: 'interactive' },
  { time: '30', style: 'contemplative', goals: 'learn,explore' },
  { time: '15', visitorType: 'kids', goals: 'challenge' },
  { time: '10', visitorType: 'group', goals: 'relax' },
];

/** The guide's sentences on four tours and to every golden question. */
async function sentencesOf({ content, guide }: DemoMuseum, language: Language): Promise<string[]> {
  const said: string[] = [];
  for (const visitor of content.profile.rooms.length > 0 ? visitors : []) {
    let state = newGuideState;
    for (const text of goesOn[language].repeat(3).split('|')) {
      const reply = guide.reply(state, { ...visitor, text, language, visitMode: 'guided' });
      said.push(reply.text);
      state = reply.state;
    }
  }
  const questions = await loadGoldenQuestions(goldenFolderOf(demoContent, content));
  for (const { question: text } of questions.filter((one) => one.language === language))
    said.push(guide.reply(newGuideState, { text, language, visitMode: 'exploration' }).text);
  return said.flatMap(splitSentences);
}

it.each(demoMuseums)(
  'At least 95 % of what the guide of $content.folder says has a written translation in both other languages',
  async (museum) => {
    const translate = createWrittenTranslations(museum.content);
    for (const from of languages) {
      const sentences = await sentencesOf(museum, from);
      for (const to of languages.filter((language) => language !== from)) {
        const said = translate(sentences, { from, to });
        const missing = sentences.filter((_, at) => said[at] === null);
        const share = 1 - missing.length / sentences.length;
        expect([to, share >= 0.95, share >= 0.95 ? [] : missing]).toEqual([to, true, []]);
      }
    }
  },
);

const belmonte = createWrittenTranslations(demoMuseum('belmonte').content);
const [en, de] = ['en', 'de'].map((language) =>
  demoMuseum('belmonte').content.knowledge.find((one) => one.id === 'vestibule' && one.language === language),
);

it('A translation is found by the words of a sentence, whatever its marks, and is the sentence itself in the wanted language', () => {
  const [first = ''] = splitSentences(en?.paragraphs[0] ?? '');
  const [german = ''] = splitSentences(de?.paragraphs[0] ?? '');
  expect(belmonte([first, `  ${first.toUpperCase()}`, german], { from: 'en', to: 'de' })).toEqual([german, german, german]);
});

it('A translation has the room names of its language, and is null for a sentence that nobody wrote', () => {
  const [english, german] = ['Here we are in the Painting Salon, room 2 of 3.', 'Da sind wir wieder: Malersalon, Raum 2 von 3.'];
  const said = belmonte(['Shall we go on to the Grand Salon?', english], { from: 'en', to: 'fr' });
  expect(said).toEqual([expect.stringContaining('Grand Salon'), expect.stringMatching(/2.*3/)]);
  const back = belmonte(['Sie haben Lust auf Tee.', german], { from: 'de', to: 'en' });
  expect(back).toEqual([null, 'We are back in the Painting Salon, room 2 of 3.']);
});

it('The guide’s lines have the same number of sentences in every language', () => {
  const countsIn = (language: Language) =>
    Object.entries(languageData[language].tour).map(([id, line]) => [id, splitSentences(line).length]);
  expect([countsIn('de'), countsIn('fr')]).toEqual([countsIn('en'), countsIn('en')]);
});

it('A line of several sentences is translated whole or not at all', () => {
  const [first = '', second = ''] = splitSentences(en?.paragraphs[0] ?? '');
  const direction = { from: 'en', to: 'de' } as const;
  const german = splitSentences(de?.paragraphs[0] ?? '').slice(0, 2);
  expect(belmonte([`${first} ${second}`, `${first} A sentence of nobody’s.`], direction)).toEqual([german.join(' '), null]);
});
