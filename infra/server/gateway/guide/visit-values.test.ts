import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { fillPrompt, pickPromptText } from './visit-values.ts';

describe('pickPromptText', () => {
  const texts = JSON.stringify({ en: 'Hello', de: 'Hallo' });

  it('pickPromptText takes the visitor’s language, else English, else what there is', () => {
    expect([pickPromptText(texts, 'de'), pickPromptText(texts, 'fr'), pickPromptText('{"fr":"Bonjour"}', 'de')]).toEqual([
      'Hallo',
      'Hello',
      'Bonjour',
    ]);
  });

  it('pickPromptText takes every other text as it is, however it begins', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('{{time}} minutes', '{broken', '{"en": 5}', '[1]', '{"it":"Ciao"}')), (text) => {
        fc.pre(!/^\s*\{\s*\}\s*$/.test(text));
        expect(pickPromptText(text, 'en')).toBe(text);
      }),
    );
  });
});

describe('fillPrompt', () => {
  const answers = { time: ['time.30'], goals: ['goal.learn', 'goal.challenge'], expertise: ['visitorType.kids'] };

  it('fillPrompt says the answers in the language of the prompt', () => {
    const prompt = '{{time}} / {{ goals }} / {{visitorType}} / {{time}}';
    expect(fillPrompt(prompt, answers, 'en')).toBe('30 minutes / learn, get challenged and reflect / with children / 30 minutes');
    expect(fillPrompt(prompt, answers, 'fr')).toBe('30 minutes / apprendre, être stimulé et réfléchir / avec des enfants / 30 minutes');
  });

  it('fillPrompt says what was not answered', () => {
    expect(fillPrompt('{{time}}, {{goals}}, {{visitorType}}', {}, 'de')).toBe('nicht angegeben, nicht angegeben, nicht angegeben');
  });

  it('fillPrompt leaves other placeholders to the platform', () => {
    expect(fillPrompt('{{now}} {{ pastTranscriptSummary }} {time}', answers, 'en')).toBe('{{now}} {{ pastTranscriptSummary }} {time}');
  });
});
