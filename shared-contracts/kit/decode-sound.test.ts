import { expect, it } from '@rstest/core';
import { decodeSound } from './decode-sound.ts';

it('decodeSound() returns the mean of the channels and throws without an audio context', async () => {
  const channels = [Float32Array.of(1, 0), Float32Array.of(0, -1)];
  class Context {
    decodeAudioData() {
      return Promise.resolve({ numberOfChannels: 2, getChannelData: (channel: number) => channels[channel] } as unknown as AudioBuffer);
    }
  }
  expect([...(await decodeSound(new ArrayBuffer(), 16_000, Context))]).toEqual([0.5, -0.5]);
  await expect(decodeSound(new ArrayBuffer(), 16_000, undefined)).rejects.toThrow('decodes no sound');
});
