import type { ServerResponse } from 'node:http';
import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import { museumId, visit } from './samples.ts';
import type { Script } from './scripted-server.ts';
import type { TestGateway } from './test-gateway.ts';

const voice = (voiceId: string) => ({ voiceId, uiStringID: voiceId, label: voiceId, voicePreviewUrl: '/media/voices/x.mp3' });

/** A museum with voices in two languages, a premium voice that it does not allow, and a voice without a provider. */
export const speakingProfile = {
  museum: museumId,
  voices: { en: [voice('en-1'), voice('en-2')], fr: [voice('fr-1')] },
  premiumVoices: { en: [voice('en-p1')] },
  providerVoices: { 'en-1': 'provider-en-1', 'fr-1': 'provider-fr-1', 'en-p1': 'provider-p1' },
};
export const speakingProfiles = (change: object = {}) => [profileFileSchema.parse({ ...speakingProfile, ...change })];

export const ttsPath = (providerVoice = 'provider-en-1') => `/v1/text-to-speech/${providerVoice}?output_format=mp3_22050_32`;
/** Decoding these bytes as text would change them. */
export const sound = Buffer.from([0x49, 0x44, 0x33, 0x00, 0xff, 0xfb, 0x90, 0xc0, 0x80, 0x0a, 0x0d]);

export function sendSound(response: ServerResponse, bytes: Buffer = sound, contentType = 'audio/mpeg'): void {
  response.writeHead(200, { 'content-type': contentType }).end(bytes);
}

export const answerSound =
  (...sent: [bytes?: Buffer, contentType?: string]): Script =>
  (_, response) =>
    sendSound(response, ...sent);

export const speechBody = (text = 'The books are old.', change: object = {}) => ({ visit: { ...visit, ...change }, text });

export const askSound = (gateway: TestGateway, body: object = speechBody(), voiceId = 'en-1') =>
  gateway.post(`/api/speech/${voiceId}`, body);
