import { languageData } from '@enfilade/platform/guide/language/language-data';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { chatBody } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionRecord, profileFile, visit } from '../testing/samples.ts';
import { chatPath } from '../testing/scripted-upstreams.ts';
import { fillPrompt, pickPromptText, promptWords, welcomeBackOf } from './visit-values.ts';

const texts = JSON.stringify({ en: 'Hello', de: 'Hallo' });

it('pickPromptText picks the visitor’s language, else English, else any language', () => {
  expect(['de', 'fr'].map((language) => pickPromptText(texts, language as Language))).toEqual(['Hallo', 'Hello']);
  expect(pickPromptText('{"fr":"Bonjour"}', 'de')).toBe('Bonjour');
});

it('pickPromptText returns any other text unchanged', () => {
  forAll(fc.oneof(fc.string(), fc.constantFrom('{{time}} minutes', '{broken', '{"en": 5}', '[1]', '{"it":"Ciao"}')), (text) => {
    fc.pre(!/^\s*\{\s*\}\s*$/.test(text));
    expect(pickPromptText(text, 'en')).toBe(text);
  });
});

const answers = { time: ['time.30'], goals: ['goal.learn', 'goal.challenge'], expertise: ['visitorType.kids'] };

it('fillPrompt writes answers and missing answers in the prompt’s language, and leaves other placeholders to the platform', () => {
  const prompt = '{{time}} / {{ goals }} / {{visitorType}} / {{time}}';
  expect(fillPrompt(prompt, answers, 'en')).toBe('30 minutes / learn, get challenged and reflect / with children / 30 minutes');
  expect(fillPrompt(prompt, answers, 'fr')).toBe('30 minutes / apprendre, être stimulé et réfléchir / avec des enfants / 30 minutes');
  expect(fillPrompt('{{time}}, {{goals}}, {{visitorType}}', {}, 'de')).toBe('nicht angegeben, nicht angegeben, nicht angegeben');
  expect(fillPrompt('{{now}} {{ pastTranscriptSummary }} {time}', answers, 'en')).toBe('{{now}} {{ pastTranscriptSummary }} {time}');
});

const rooms = [
  { id: 'yard', name: { en: 'Yard', de: 'Hof', fr: 'Cour' } },
  { id: 'kitchen', name: { en: 'Kitchen', de: 'Küche', fr: 'Cuisine' } },
];
const say = (language: Language, mark: string, change: { rooms?: typeof rooms; visitMode?: 'exploration' } = {}) => {
  const profile = museumProfileSchema.parse({ rooms: change.rooms ?? rooms });
  const exhibition = exhibitionRecord as never;
  const summary = `[room 1/2 Yard]\n[tour ${mark}]\nVisitor: Begin`;
  return welcomeBackOf({ language, visitMode: change.visitMode ?? 'guided', profile, exhibition }, summary);
};
const inYard = 'under-way next-room 0 60 yard yard:1';
const plain = 'I am back with you. What would you like to know?';

it.each<[Language, string, string]>([
  ['en', inYard, 'I am back with you. You are in the Yard, room 1 of 2. Shall we go on to the Kitchen?'],
  ['de', inYard, 'Ich bin wieder bei Ihnen. Sie sind hier: Hof, Raum 1 von 2. Wollen wir weitergehen zur nächsten Station, Küche?'],
  ['fr', inYard, 'Me voici de nouveau avec vous. Vous êtes ici : Cour, salle 1 sur 2. Continuons-nous vers la salle suivante, Cuisine ?'],
  ['en', 'under-way more 1 60 yard -', 'I am back with you. You are in the Kitchen, room 2 of 2. Would you like to hear more about this?'],
  ['en', 'under-way - 1 60 yard -', 'I am back with you. You are in the Kitchen, room 2 of 2. What would you like to know?'],
  ['en', 'before begin 0 0 - -', 'I am back with you. Shall we begin the tour?'],
  ['en', 'over - 1 60 yard,kitchen -', plain],
])('welcomeBackOf names the place and repeats the open question of a guided tour, in %s after “%s”', (language, mark, said) => {
  expect(say(language, mark)).toBe(said);
});

it('welcomeBackOf names the exhibition in a museum without rooms', () => {
  const said = 'I am back with you. We are at “The Library”. Shall we go on to the next thing?';
  expect(say('en', 'under-way next-stop 0 60 shelves -', { rooms: [] })).toBe(said);
});

it('welcomeBackOf asks what the visitor wants to know outside a guided tour, and if the room is gone', () => {
  const outside = [say('en', inYard, { visitMode: 'exploration' }), say('en', 'under-way more 7 60 yard -'), say('en', 'nonsense')];
  expect([...outside, say('en', 'under-way next-room 1 60 yard -')]).toEqual([plain, plain, plain, plain]);
});

it.each(languages)('welcomeBackOf uses the words of the embedded guide in %s, so that captions find their translation', (language) => {
  const { tour } = languageData[language];
  const own = promptWords[language].tour;
  expect(own).toEqual({
    ...{ where: tour.where, 'where-one': tour['where-one'], begin: tour['ask-begin'], more: tour['ask-more'] },
    ...{ 'next-stop': tour['go-on'], 'next-room': tour['ask-move'] },
  });
});

const easyLanguage = museumProfileSchema.shape.easyLanguage.parse({ de: { greeting: 'Willkommen. Ich bin Clara.' } });
const profiles = [{ ...profileFile, easyLanguage }];

const site = openEachTest({ options: { profiles: profiles as never } });
const overridesOf = async (change: object) => {
  await site.gateway.post('/api/chat', chatBody({ visit: { ...visit, ...change } }));
  return JSON.parse(site.upstreams.heard.findLast(({ path }) => path === chatPath)?.body ?? '').assistantOverrides;
};

it('a visit in easy language sets the guide’s flag and instruction, and begins with the museum’s easy greeting', async () => {
  const { variableValues, firstMessage } = await overridesOf({ language: 'de', isEasy: true });
  expect([variableValues.isEasy, firstMessage]).toEqual([true, 'Willkommen. Ich bin Clara.']);
  expect(variableValues.custom_instruction).toContain('Leichter Sprache');
});

it.each([
  ['a screen that does not request easy language', { language: 'de' }],
  ['a museum without easy language in the visit’s language', { language: 'en', isEasy: true }],
])('a visit is not in easy language for %s', async (_, change) => {
  const { variableValues } = await overridesOf(change);
  expect(variableValues).not.toHaveProperty('isEasy');
  expect(variableValues.custom_instruction).not.toContain('Leichter Sprache');
});

it('any other value for easy language is refused with 400', async () => {
  expect((await site.gateway.post('/api/chat', chatBody({ visit: { ...visit, isEasy: 'yes' } as never }))).status).toBe(400);
});
