import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { describe, expect, it } from '@rstest/core';
import { ask, chatBody } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionRecord, visit } from '../testing/samples.ts';
import { chatPath, exhibitionPath } from '../testing/scripted-upstreams.ts';

const prompt = { en: '{{time}} | {{goals}} | {{visitorType}} | {{now}}', de: 'Zeit: {{ time }}, Ziele: {{goals}}' };
const firstMessage = { en: 'Welcome. You have {{time}}.', de: 'Willkommen. Sie haben {{time}}.' };

describe('the call that goes out to the guide', () => {
  const site = openEachTest();

  const withAssistant = (texts: { prompt: string; firstMessage: string }) =>
    site.upstreams.onRecord(exhibitionPath, { data: { ...exhibitionRecord, assistant: { ...exhibitionRecord.assistant, ...texts } } });
  const overrides = async (language: Language, answers: object = { time: ['time.15'], goals: ['goal.learn'] }) => {
    await ask(site.gateway, chatBody({ visit: { ...visit, language, answers } }));
    const call = site.upstreams.heard.findLast(({ path }) => path === chatPath);
    const { assistantOverrides } = JSON.parse(call?.body ?? '{}') as {
      assistantOverrides: { firstMessage: string; variableValues: { custom_instruction: string; language: string } };
    };
    const { custom_instruction: instruction, language: spoken } = assistantOverrides.variableValues;
    // The first line is the mark by which a recited instruction is known.
    const [, ...told] = instruction.split('\n');
    return { instruction: told.join('\n'), spoken, opening: assistantOverrides.firstMessage };
  };

  it('the call that goes out to the guide carries prompt and first message in the visitor’s language, their placeholders filled', async () => {
    withAssistant({ prompt: JSON.stringify(prompt), firstMessage: JSON.stringify(firstMessage) });
    expect(await overrides('de')).toEqual({
      instruction: 'Zeit: 15 Minuten, Ziele: lernen',
      spoken: 'de',
      opening: 'Willkommen. Sie haben 15 Minuten.',
    });
  });

  it('the call that goes out to the guide carries English where the language is missing, and keeps the language the guide is to speak', async () => {
    withAssistant({ prompt: JSON.stringify(prompt), firstMessage: JSON.stringify(firstMessage) });
    expect(await overrides('fr')).toMatchObject({ spoken: 'fr', opening: expect.stringContaining('Welcome. You have 15 minutes.') });
    expect((await overrides('fr')).instruction).toMatch(/\| \{\{now\}\}$/);
  });

  it.each([
    ['there is none', ' ', 'en', 'Welcome! Ask me anything about the exhibition.'],
    ['it is empty in a language', '{"en":"Hello.","fr":""}', 'fr', 'Bienvenue ! Posez-moi toutes vos questions sur l’exposition.'],
  ] as const)('the call that goes out to the guide opens with the usual sentence where %s', async (_, firstMessage, language, opening) => {
    withAssistant({ prompt: 'Time: {{time}}', firstMessage });
    expect((await overrides(language)).opening).toBe(opening);
  });
});
