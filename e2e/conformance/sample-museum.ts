import type { Content, MuseumContent } from '@enfilade/platform/content/content';
import { mill, millContent } from '@enfilade/platform/testing/sample-content';
import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';

/** Hosted services and stand-ins have the same museum, so that only the services differ. */
export const providerVoice = 'JBFqnCBsd6RMkjVDRZzb';

const voice = { voiceId: 'en-1', uiStringID: 'en-1', label: 'Anne', voicePreviewUrl: '/media/voices/en-1.mp3' };

export const profile = profileFileSchema.parse({
  ...millContent.profile,
  questions: ['time'],
  artists: [{ slug: 'brook', name: 'Jonas Brook', weight: 10 }],
  voices: { en: [voice] },
  providerVoices: { 'en-1': providerVoice },
});

export const museumContent: MuseumContent = { ...millContent, profile };
export const content: Content = { directory: '/nowhere', museums: [museumContent] };

export const museumId = mill.museumId;
export const exhibitionId = mill.wheelId;
export const assistantId = mill.assistantId;
export const visit = { museumId, exhibitionId, language: 'en', visitMode: 'exploration', answers: { time: ['time.15'] } } as const;

export const keys = {
  email: 'gateway@museum.example',
  password: 'correct horse battery',
  vapi: '5d1c9f0e-vapi-private-key',
  llm: 'sk-proj-language-model',
  stt: 'sk-proj-transcription',
  tts: 'sk_speech_0123456789abcdef',
};
export const models = { llm: 'gpt-4o-mini', stt: 'whisper-1', tts: 'eleven_turbo_v2_5' };
