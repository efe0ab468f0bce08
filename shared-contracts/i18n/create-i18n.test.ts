import { expect, it } from '@rstest/core';
import { createI18n } from './create-i18n.ts';

it('the translator has the shared texts at once, and changeLanguage() changes them and emits languageChanged', async () => {
  const i18n = createI18n({ language: 'de' });
  expect(i18n.t('shared:back')).toBe('Zurück');
  const heard: string[] = [];
  i18n.on('languageChanged', (language: string) => heard.push(language));
  await i18n.changeLanguage('fr');
  expect([i18n.language, i18n.t('shared:back'), heard]).toEqual(['fr', 'Retour', ['fr']]);
});

it('addResourceBundle() emits the language and the namespace', () => {
  const i18n = createI18n({ language: 'en' });
  const heard: unknown[][] = [];
  i18n.on('added', (...addition: unknown[]) => heard.push(addition));
  i18n.addResourceBundle('en', 'visit', { title: 'Visit' });
  expect(heard).toEqual([['en', 'visit', { title: 'Visit' }]]);
});

it('a missing text falls back to English, and then to its key', () => {
  const i18n = createI18n({ language: 'fr' });
  i18n.addResourceBundle('en', 'visit', { 'tab.text': 'Text' });
  expect(i18n.t('visit:tab.text')).toBe('Text');
  expect(i18n.getFixedT('fr', 'visit')('tab.audio')).toBe('tab.audio');
});

it('a key with dots is read as a whole, and values are inserted unescaped and untranslated', () => {
  const i18n = createI18n({ language: 'en' });
  i18n.addResourceBundle('en', 'landing', { card: 'Card', 'card.title': 'Title', hello: 'Hello {{name}}' });
  expect([i18n.t('landing:card'), i18n.t('landing:card.title')]).toEqual(['Card', 'Title']);
  expect(i18n.t('landing:hello', { name: '<b>$t(shared:back) {{x}}</b>' })).toBe('Hello <b>$t(shared:back) {{x}}</b>');
});

it.each([
  ['en', 1, 'Please wait a second, then try again.'],
  ['en', 7, 'Please wait 7 seconds, then try again.'],
  ['de', 7, 'Bitte warten Sie 7 Sekunden und versuchen Sie es dann noch einmal.'],
  ['fr', 0, 'Veuillez patienter 0 seconde, puis réessayez.'],
] as const)('the translator chooses the plural of %s for %i', (language, count, text) => {
  expect(createI18n({ language }).t('shared:error.wait', { count })).toBe(text);
});

it('two translators share no language and no texts', async () => {
  const [first, second] = [createI18n({ language: 'en' }), createI18n({ language: 'de' })];
  first.addResourceBundle('de', 'visit', { title: 'Besuch' });
  await first.changeLanguage('fr');
  expect([second.language, second.hasResourceBundle('de', 'visit')]).toEqual(['de', false]);
});
