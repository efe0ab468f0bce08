import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { createSettingsSource } from '../visit/testing/settings-source.ts';
import { createTestVoice } from './testing/test-voice.ts';

let setup: ReturnType<typeof createTestVoice>;
beforeEach(() => {
  setup = createTestVoice();
});
afterEach(() => setup.end());

describe('a call', () => {
  it('a call is as loud as the visitor sets it, and is asked for at the visitor’s rate, as far as its voice can follow', async () => {
    const session = createSettingsSource({ volume: 60, speechRate: 1.5 });
    const call = await setup.callUntilStarted({ session });
    const player = document.querySelector('audio');
    expect(setup.bodies[0]).toMatchObject({ assistantOverrides: { variableValues: { speechRate: 1.2 } } });
    expect(player?.volume).toBe(0.6);
    setup.isGuideMuted = true;
    call.voice.followSwitches();
    session.change({ volume: 30 });
    expect(player?.volume).toBe(0);
    setup.isGuideMuted = false;
    call.voice.followSwitches();
    expect(player?.volume).toBe(0.3);
  });
});
