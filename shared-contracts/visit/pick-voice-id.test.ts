import { expect, it } from '@rstest/core';
import { museumProfileSchema } from '../museum/profile.ts';
import { pickVoiceId } from './pick-voice-id.ts';

const voice = (voiceId: string) => ({ voiceId, uiStringID: `voice.${voiceId}`, label: voiceId, voicePreviewUrl: `/${voiceId}.mp3` });
const profile = museumProfileSchema.parse({
  voices: { en: [voice('en-2'), voice('en-3')], de: [voice('de-1')] },
  premiumVoices: { en: [voice('en-p1')] },
  allowsPremium: true,
});

it.each([
  ['en', { voice: ['en-3'] }, 'en-3'],
  ['en', { voice: ['en-p1'] }, 'en-p1'],
  ['en', {}, 'en-2'],
  ['en', { voice: ['en-1'] }, 'en-2'],
  ['de', { voice: ['en-3'] }, 'de-1'],
  ['fr', { voice: ['en-3'] }, undefined],
] as const)('the voice in %s with the answers %j is %s', (language, { voice: chosen }: { voice?: readonly string[] }, expected) => {
  expect(pickVoiceId({ profile, language, answers: chosen ? { voice: [...chosen] } : {} })).toBe(expected);
});

it('a museum without premium replaces a premium voice by its first voice, and a museum without voices has no voice', () => {
  expect(pickVoiceId({ profile: museumProfileSchema.parse({}), language: 'en', answers: {} })).toBeUndefined();
  const thrifty = { ...profile, allowsPremium: false };
  expect(pickVoiceId({ profile: thrifty, language: 'en', answers: { voice: ['en-p1'] } })).toBe('en-2');
});
