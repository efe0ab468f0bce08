import { playerStates } from '@enfilade/shared-contracts/kit/audio-player';
import { describe, expect, it } from '@rstest/core';
import { noSample, pickStatus, stateOf } from './playback.ts';

describe('a voice’s row', () => {
  it('a voice’s row keeps its note unless there is something to say', () => {
    const words = playerStates.map((state) => pickStatus({ voiceId: 'en-1', state }, 'en-1'));
    expect(Object.fromEntries(playerStates.map((state, index) => [state, words[index]]))).toEqual({
      loading: 'voice.loading',
      ready: 'voice.loading',
      playing: 'voice.playing',
      paused: undefined,
      complete: undefined,
      stopped: undefined,
      error: 'voice.unreachable',
    });
  });
  it('a voice’s row says why there is no sound', () => {
    expect(pickStatus({ voiceId: 'en-1', state: 'error', problem: 'blocked' }, 'en-1')).toBe('voice.blocked');
  });
  it('a voice’s row says nothing of what another voice does', () => {
    expect(stateOf({ voiceId: 'en-1', state: 'playing' }, 'en-2')).toBe('stopped');
    expect(pickStatus({ voiceId: 'en-1', state: 'error', problem: 'blocked' }, 'en-2')).toBeUndefined();
    expect(pickStatus(noSample, 'en-1')).toBeUndefined();
  });
});
