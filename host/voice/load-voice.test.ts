import type { VoiceOptions } from '@enfilade/shared-contracts/conversation/transport';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { toSpoken } from '@enfilade/shared-contracts/voice/pronunciation/to-spoken';
import type { VoicePage } from '@enfilade/shared-contracts/voice/voice-page';
import { expect, it } from '@rstest/core';
import { createVoiceTransports, loadWriter } from './load-voice.ts';

const century = { en: 'the 18th century', de: 'das 18. Jahrhundert', fr: 'le XVIIIe siècle' };

it.each(languages)('the writing rules of %s turn spoken forms back into written forms', async (language) => {
  const write = await loadWriter(language);
  const pronunciations = [{ type: 'exact' as const, key: 'Savelli', value: 'Sa-vel-lee' }];
  const text = `Savelli, ${century[language]}`;
  const spoken = toSpoken(text, { language, pronunciations });
  expect(spoken).not.toBe(text);
  expect(write(spoken, pronunciations)).toBe(text);
});

it('a prepared call has its transport at once in the prepared language, and later in another language', async () => {
  const none = () => expect.unreachable('nothing of the page is touched');
  const page = { window, document, navigator: {}, fetch: none } as unknown as VoicePage;
  const session = { store: { getState: none, subscribe: none } } as unknown as VisitorSession;
  const voice = createVoiceTransports({ page, clock: systemClock, session, pronunciations: () => [] });
  const call: VoiceOptions = {
    ...{ limitMs: 1_000, takesOver: false, withoutMicrophone: false, turn: 0, summary: () => '' },
    ...{ isMicrophoneOpen: () => false, isGuideMuted: () => false },
  };
  const context = { museumId: '6610a1b2c3d4e5f601000001', exhibitionId: '6610a1b2c3d4e5f602000001' } as const;
  await voice.prepare('en');
  expect(voice.create({ ...context, language: 'en' }, call)).toHaveProperty('voice.listen');
  const later = voice.create({ ...context, language: 'de' }, call);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toHaveProperty('voice.listen');
});
