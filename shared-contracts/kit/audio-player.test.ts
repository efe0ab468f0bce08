import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { isUnderWay, nextPlayerState, type PlayerEvent, type PlayerState, playerEvents, playerStates } from './audio-player.ts';

const stateAfter = (...events: PlayerEvent[]) => events.reduce<PlayerState>(nextPlayerState, 'stopped');

describe('an audio player', () => {
  it('an audio player has the seven states of the specification', () => {
    expect(playerStates).toEqual(['loading', 'ready', 'playing', 'paused', 'complete', 'stopped', 'error']);
  });

  it.each<[string, PlayerEvent[], PlayerState]>([
    ['loads when it is asked to play', ['requested'], 'loading'],
    ['is ready once there is enough to play', ['requested', 'loaded'], 'ready'],
    ['plays', ['requested', 'loaded', 'began'], 'playing'],
    ['plays even without the event that it was ready', ['requested', 'began'], 'playing'],
    ['loads again when the sound runs dry', ['requested', 'began', 'stalled'], 'loading'],
    ['pauses', ['requested', 'began', 'paused'], 'paused'],
    ['continues after a pause', ['requested', 'began', 'paused', 'began'], 'playing'],
    ['is complete at the end', ['requested', 'began', 'ended'], 'complete'],
    ['plays again from the end', ['requested', 'began', 'ended', 'requested'], 'loading'],
    ['stops', ['requested', 'began', 'stopped'], 'stopped'],
    ['stops before it has loaded', ['requested', 'stopped'], 'stopped'],
    ['fails when the browser refuses', ['requested', 'loaded', 'failed'], 'error'],
    ['can be asked again after a failure', ['requested', 'failed', 'requested'], 'loading'],
  ])('an audio player %s', (_, events, state) => {
    expect(stateAfter(...events)).toBe(state);
  });

  it.each<PlayerState>(['stopped', 'complete', 'error'])(
    'an audio player that rests (%s) is moved by nothing but a new request',
    (state) => {
      for (const event of playerEvents)
        expect([event, nextPlayerState(state, event)]).toEqual([event, event === 'requested' ? 'loading' : state]);
    },
  );

  it('an audio player can always be stopped, and is then not under way, whatever came before and comes late', () => {
    const events = fc.array(fc.constantFrom(...playerEvents));
    const late = fc.array(fc.constantFrom(...playerEvents.filter((event) => event !== 'requested')));
    fc.assert(
      fc.property(events, late, (before, behind) => {
        expect(isUnderWay(stateAfter(...before, 'stopped', ...behind))).toBe(false);
      }),
    );
  });

  it('an audio player is playing only after it began', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...playerEvents.filter((event) => event !== 'began'))), (events) => {
        expect(stateAfter(...events)).not.toBe('playing');
      }),
    );
  });
});
