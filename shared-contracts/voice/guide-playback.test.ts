import { expect, it } from '@rstest/core';
import { createSettingsSource } from '../visit/testing/settings-source.ts';
import { createPlayback, type VapiInstance } from './guide-playback.ts';
import type { VoicePage } from './voice-page.ts';

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
    await new Promise((next) => setTimeout(next));
  };
  return { stage, playback, pause };
}

it('a paused guide’s voice resumes by itself once, and a second pause asks for a tap', async () => {
  const { stage, pause } = openPlayback();
  await pause();
  expect([stage.isPaused, stage.blocked]).toEqual([false, 0]);
  await pause();
  expect([stage.isPaused, stage.blocked]).toEqual([true, 1]);
});

it('a guide’s voice that the browser does not resume asks for a tap and resumes with the tap', async () => {
  const { stage, playback, pause } = openPlayback();
  stage.isAllowed = false;
  await pause();
  expect([stage.isPaused, stage.blocked]).toEqual([true, 1]);
  stage.isAllowed = true;
  expect([await playback.resume(), stage.isPaused]).toEqual([true, false]);
});
