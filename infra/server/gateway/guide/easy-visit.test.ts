import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { describe, expect, it } from '@rstest/core';
import { chatBody } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { profileFile, visit } from '../testing/samples.ts';
import { chatPath } from '../testing/scripted-upstreams.ts';

const easyLanguage = museumProfileSchema.shape.easyLanguage.parse({ de: { greeting: 'Willkommen. Ich bin Clara.' } });
const profiles = [{ ...profileFile, easyLanguage }];

describe('a visit in easy language', () => {
  const site = openEachTest({ options: { profiles: profiles as never } });
  const overridesOf = async (change: object) => {
    await site.gateway.post('/api/chat', chatBody({ visit: { ...visit, ...change } }));
    return JSON.parse(site.upstreams.heard.findLast(({ path }) => path === chatPath)?.body ?? '').assistantOverrides;
  };

  it('a visit in easy language tells the guide so, in the instruction too, and begins with the museum’s easy greeting', async () => {
    const { variableValues, firstMessage } = await overridesOf({ language: 'de', isEasy: true });
    expect([variableValues.isEasy, firstMessage]).toEqual([true, 'Willkommen. Ich bin Clara.']);
    expect(variableValues.custom_instruction).toContain('Leichter Sprache');
  });

  it.each([
    ['a screen that knows nothing of it', { language: 'de' }],
    ['a museum without it in that language', { language: 'en', isEasy: true }],
  ])('a visit in easy language is none for %s', async (_, change) => {
    const { variableValues } = await overridesOf(change);
    expect(variableValues).not.toHaveProperty('isEasy');
    expect(variableValues.custom_instruction).not.toContain('Leichter Sprache');
  });

  it('a visit in easy language is refused where it is something else than wanted', async () => {
    expect((await site.gateway.post('/api/chat', chatBody({ visit: { ...visit, isEasy: 'yes' } as never }))).status).toBe(400);
  });
});
