import { expect, it } from '@rstest/core';
import { demoMuseums } from '../testing/demo-museums.ts';
import { pickSpeakingVoice } from './speaking-voices.ts';

const museums = demoMuseums.map(({ content }) => content);

it('A call speaks in the chosen voice, named by its own id or by the provider’s id', () => {
  for (const museum of museums) {
    for (const language of ['en', 'de', 'fr'] as const) {
      const { voices, premiumVoices, providerVoices } = museum.profile;
      const offered = [...voices[language], ...premiumVoices[language]].map(({ voiceId }) => voiceId);
      const picked = offered.map((id) => pickSpeakingVoice(id, language, museum));
      expect(new Set(picked.map((voice) => JSON.stringify(voice))).size).toBe(offered.length);
      expect(offered.map((id) => pickSpeakingVoice(providerVoices[id], language, museum))).toEqual(picked);
      for (const { timbre } of picked) expect(timbre.startsWith(language)).toBe(true);
    }
  }
});

it('A call speaks in the language’s first voice if the id is unknown or its voice speaks another language', () => {
  const profile = { profile: { ...(museums[0]?.profile as never as object), providerVoices: { 'de-2': 'somebody' } } as never };
  const usual = pickSpeakingVoice(undefined, 'fr', profile);
  expect(usual.timbre).toBe('fr+f4');
  for (const id of ['nobody', 'de-2', 'somebody', '__proto__']) expect(pickSpeakingVoice(id, 'fr', profile)).toEqual(usual);
});
