import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { chatBody } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { profileFile, visit } from '../testing/samples.ts';
import { chatPath } from '../testing/scripted-upstreams.ts';
import { fillPrompt, pickPromptText } from './visit-values.ts';

const texts = JSON.stringify({ en: 'Hello', de: 'Hallo' });

it('pickPromptText picks the visitor’s language, else English, else any language', () => {
  expect([pickPromptText(texts, 'de'), pickPromptText(texts, 'fr'), pickPromptText('{"fr":"Bonjour"}', 'de')]).toEqual([
    'Hallo',
    'Hello',
    'Bonjour',
  ]);
});

it('pickPromptText returns any other text unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('{{time}} minutes', '{broken', '{"en": 5}', '[1]', '{"it":"Ciao"}')), (text) => {
      fc.pre(!/^\s*\{\s*\}\s*$/.test(text));
      expect(pickPromptText(text, 'en')).toBe(text);
    }),
  );
});

const answers = { time: ['time.30'], goals: ['goal.learn', 'goal.challenge'], expertise: ['visitorType.kids'] };

it('fillPrompt writes the answers in the prompt’s language', () => {
  const prompt = '{{time}} / {{ goals }} / {{visitorType}} / {{time}}';
  expect(fillPrompt(prompt, answers, 'en')).toBe('30 minutes / learn, get challenged and reflect / with children / 30 minutes');
  expect(fillPrompt(prompt, answers, 'fr')).toBe('30 minutes / apprendre, être stimulé et réfléchir / avec des enfants / 30 minutes');
});

it('fillPrompt writes that a question was not answered', () => {
  expect(fillPrompt('{{time}}, {{goals}}, {{visitorType}}', {}, 'de')).toBe('nicht angegeben, nicht angegeben, nicht angegeben');
});

it('fillPrompt leaves other placeholders to the platform', () => {
  expect(fillPrompt('{{now}} {{ pastTranscriptSummary }} {time}', answers, 'en')).toBe('{{now}} {{ pastTranscriptSummary }} {time}');
});

const easyLanguage = museumProfileSchema.shape.easyLanguage.parse({ de: { greeting: 'Willkommen. Ich bin Clara.' } });
const profiles = [{ ...profileFile, easyLanguage }];

describe('a visit in easy language', () => {
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
});
