import type { Texts } from '@enfilade/shared-contracts/i18n/i18n';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { questionIds } from '@enfilade/shared-contracts/museum/question-ids';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import { expect, it } from '@rstest/core';
import { loadTexts, questionLayouts } from '../screen.tsx';
import { voiceNotes } from '../voices/voice-question.tsx';

const texts = Object.fromEntries(
  await Promise.all(languages.map(async (language) => [language, (await loadTexts(language)).default])),
) as Record<Language, Texts>;

const voice = { voiceId: 'en-1', uiStringID: 'voice', label: 'Clara', voicePreviewUrl: '/media/voice.mp3' };
const profile = museumProfileSchema.parse({
  questions: [...questionIds],
  artists: [{ slug: 'canaletto', name: 'Canaletto', weight: 5 }],
  voices: { en: [voice] },
});
const questions = questionsFor({ profile, language: 'en' });

const neededKeys = questions.flatMap(({ id, text, answerOptions }) => {
  const { notes = [], terms = [] } = questionLayouts[id];
  const worded = answerOptions.filter(({ label }) => label === undefined).map(({ uiStringID }) => uiStringID);
  return [text.question, text.description ?? text.question, ...terms, ...worded, ...notes];
});

it('Each language has texts for every question, description and option', () => {
  expect(questions.map(({ id }) => id)).toEqual([...questionIds]);
  for (const language of languages) expect(neededKeys.filter((key) => !texts[language][key])).toEqual([]);
});

it('The texts contain no question or option that is never asked', () => {
  const aboutQuestions = /^(question|consent|visitorType|style|time|goal)\./;
  expect(Object.keys(texts.en).filter((key) => aboutQuestions.test(key) && !neededKeys.includes(key))).toEqual([]);
});

it.each(languages)('Each voice has a note (%s)', (language) => {
  const isNote = (key: string) => /^voice\.(en|de|fr)-/.test(key);
  expect(new Set(Object.keys(texts[language]).filter(isNote))).toEqual(new Set(voiceNotes));
});

it.each(languages)('A voice’s note fits one line, and its failure two (%s)', (language) => {
  const longer = (pattern: RegExp, limit: number) =>
    Object.entries(texts[language]).filter(([key, text]) => pattern.test(key) && text.length > limit);
  expect(longer(/^voice\.(en|de|fr)-/, 24)).toEqual([]);
  expect(longer(/^voice\.(blocked|unreachable)$/, 60)).toEqual([]);
});

it('The German and French texts address visitors formally', () => {
  const informal = { de: /\b(du|dich|dir|dein\w*|euch|euer|eure\w*)\b/iu, fr: /\b(tu|toi|ton|ta|tes)\b/iu };
  for (const language of ['de', 'fr'] as const)
    expect(Object.values(texts[language]).filter((text) => informal[language].test(text))).toEqual([]);
});

it('A question has checkboxes if and only if it allows several answers', () => {
  for (const { id, answerFormat } of questions)
    expect([id, questionLayouts[id].shape === 'checks']).toEqual([id, answerFormat === 'multiple']);
});
