import { describe, expect, it } from '@rstest/core';
import { createSettingsSource } from '../visit/testing/settings-source.ts';
import { createPlayback, type VapiInstance } from './guide-playback.ts';
import type { VoicePage } from './voice-page.ts';

/** The SDK's element, in a page that allows or refuses the sound. */
function openPlayback() {
  const stage = { isAllowed: true, isPaused: false, blocked: 0 };
  const player = Object.assign(document.createElement('audio'), {
    async play() {
      if (!stage.isAllowed) throw new DOMException('', 'NotAllowedError');
      stage.isPaused = false;
    },
  });
  Object.defineProperty(player, 'paused', { get: () => stage.isPaused });
  document.body.append(player);
  const vapi = { on: (_: 'audio', add: (player: HTMLAudioElement) => void) => add(player), setVolume() {} };
  const playback = createPlayback({
    vapi: vapi as unknown as VapiInstance,
    page: { document, window } as unknown as VoicePage,
    session: createSettingsSource(),
    isMuted: () => false,
    onBlocked() {
      stage.blocked += 1;
    },
  });
  const pause = async () => {
    stage.isPaused = true;
    player.dispatchEvent(new Event('pause'));
    await Promise.resolve();
    await Promise.resolve();
  };
  return { stage, playback, pause };
}

describe('the guide’s voice that the system pauses', () => {
  it('the guide’s voice that the system pauses plays on by itself once, and asks for a tap when the system pauses it again', async () => {
    const { stage, pause } = openPlayback();
    await pause();
    expect([stage.isPaused, stage.blocked]).toEqual([false, 0]);
    await pause();
    expect([stage.isPaused, stage.blocked]).toEqual([true, 1]);
  });

  it('the guide’s voice that the system pauses asks for a tap where the browser refuses that, and plays on with the tap', async () => {
    const { stage, playback, pause } = openPlayback();
    stage.isAllowed = false;
    await pause();
    expect([stage.isPaused, stage.blocked]).toEqual([true, 1]);
    stage.isAllowed = true;
    expect([await playback.resume(), stage.isPaused]).toEqual([true, false]);
  });
});
