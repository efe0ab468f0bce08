import { describe, expect, it } from '@rstest/core';
import { createI18n } from './create-i18n.ts';

describe('the translator', () => {
  it('the translator speaks at once, in the language it was made for', () => {
    expect(createI18n({ language: 'de' }).t('shared:back')).toBe('Zurück');
  });

  it('the translator switches in place and says so', async () => {
    const i18n = createI18n({ language: 'en' });
    const heard: string[] = [];
    i18n.on('languageChanged', (language: string) => heard.push(language));
    await i18n.changeLanguage('fr');
    expect([i18n.language, i18n.t('shared:back'), heard]).toEqual(['fr', 'Retour', ['fr']]);
  });

  it('the translator emits when texts are added, with language and namespace', () => {
    const i18n = createI18n({ language: 'en' });
    const heard: unknown[][] = [];
    i18n.on('added', (...addition: unknown[]) => heard.push(addition));
    i18n.addResourceBundle('en', 'visit', { title: 'Visit' });
    expect(heard).toEqual([['en', 'visit', { title: 'Visit' }]]);
  });

  it('the translator shows English if a language lacks a text, and the key if all do', () => {
    const i18n = createI18n({ language: 'fr' });
    i18n.addResourceBundle('en', 'visit', { 'tab.text': 'Text' });
    expect(i18n.t('visit:tab.text')).toBe('Text');
    expect(i18n.getFixedT('fr', 'visit')('tab.audio')).toBe('tab.audio');
  });

  it('the translator reads keys with dots as they are, also beside a shorter one', () => {
    const i18n = createI18n({ language: 'en' });
    i18n.addResourceBundle('en', 'landing', { card: 'Card', 'card.title': 'Title' });
    expect([i18n.t('landing:card'), i18n.t('landing:card.title')]).toEqual(['Card', 'Title']);
  });

  it('the translator puts values in as they are, and translates nothing inside them', () => {
    const i18n = createI18n({ language: 'en' });
    i18n.addResourceBundle('en', 'landing', { hello: 'Hello {{name}}' });
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

  it('the translator lives beside another one without sharing anything', async () => {
    const [first, second] = [createI18n({ language: 'en' }), createI18n({ language: 'de' })];
    first.addResourceBundle('de', 'visit', { title: 'Besuch' });
    await first.changeLanguage('fr');
    expect([second.language, second.hasResourceBundle('de', 'visit')]).toEqual(['de', false]);
  });
});
