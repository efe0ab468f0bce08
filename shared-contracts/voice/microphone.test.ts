import { expect, it, rs } from '@rstest/core';
import { askMicrophone, pickMicrophoneFailure, pickMicrophoneLoss } from './microphone.ts';
import { asTrack, FakeTrack } from './testing/fake-track.ts';
import type { VoicePage } from './voice-page.ts';

const still = new AbortController().signal;

function pageWith(parts: { isSecureContext?: boolean; getUserMedia?: () => Promise<unknown>; state?: PermissionState }) {
  const { isSecureContext = true, getUserMedia, state = 'prompt' } = parts;
  const navigator = { ...(getUserMedia && { mediaDevices: { getUserMedia } }), permissions: { query: async () => ({ state }) } };
  return { window: { isSecureContext, AudioContext: class {} }, navigator } as unknown as VoicePage;
}
const refuse = (name: string) => () => Promise.reject(new DOMException('', name));

it('askMicrophone() returns a disabled track, so no sound is sent before the visitor speaks', async () => {
  const track = new FakeTrack();
  const page = pageWith({ getUserMedia: async () => ({ getAudioTracks: () => [asTrack(track)] }) });
  await askMicrophone(page, still);
  expect([track.enabled, track.readyState]).toEqual([false, 'live']);
});

it.each([
  ['insecure', pageWith({ isSecureContext: false })],
  ['unsupported', pageWith({})],
  ['microphone-dismissed', pageWith({ getUserMedia: refuse('NotAllowedError'), state: 'prompt' })],
  ['microphone-denied', pageWith({ getUserMedia: refuse('NotAllowedError'), state: 'denied' })],
  ['microphone-denied', pageWith({ getUserMedia: refuse('NotAllowedError'), state: 'granted' })],
  ['microphone-missing', pageWith({ getUserMedia: refuse('NotFoundError') })],
  ['microphone-missing', pageWith({ getUserMedia: async () => ({ getAudioTracks: () => [] }) })],
  ['microphone-busy', pageWith({ getUserMedia: refuse('NotReadableError') })],
])('askMicrophone() rejects with the reason “%s”', async (category, page) => {
  await expect(askMicrophone(page, still)).rejects.toMatchObject({ name: 'VoiceError', category });
});

it.each([
  ['granted', 'granted', 'lost'],
  ['prompt', 'prompt', 'lost'],
  ['granted', 'denied', 'revoked'],
  ['prompt', 'denied', 'revoked'],
  ['granted', 'prompt', 'revoked'],
] as const)('a microphone that ends is unplugged or revoked by its permission: %s, then %s', (before, now, loss) => {
  expect(pickMicrophoneLoss(before, now)).toBe(loss);
});

it('askMicrophone() does not request the microphone if its signal is aborted', async () => {
  const reason = new Error('left');
  const getUserMedia = rs.fn();
  await expect(askMicrophone(pageWith({ getUserMedia }), AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(getUserMedia).not.toHaveBeenCalled();
});

it('an unknown refusal of the microphone means “unsupported”', () => {
  expect(pickMicrophoneFailure('TypeError', 'prompt')).toBe('unsupported');
});
