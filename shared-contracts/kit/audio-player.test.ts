import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { isUnderWay, nextPlayerState, type PlayerEvent, type PlayerState, playerEvents } from './audio-player.ts';
import { forAll } from './testing/for-all.ts';

const stateAfter = (...events: PlayerEvent[]) => events.reduce<PlayerState>(nextPlayerState, 'stopped');

it.each<[string, PlayerEvent[], PlayerState]>([
  ['loads when play is requested', ['requested'], 'loading'],
  ['is ready once enough sound is loaded', ['requested', 'loaded'], 'ready'],
  ['plays', ['requested', 'loaded', 'began'], 'playing'],
  ['plays without the event that the sound is loaded', ['requested', 'began'], 'playing'],
  ['loads again when the sound runs dry', ['requested', 'began', 'stalled'], 'loading'],
  ['pauses', ['requested', 'began', 'paused'], 'paused'],
  ['resumes after a pause', ['requested', 'began', 'paused', 'began'], 'playing'],
  ['is complete at the end', ['requested', 'began', 'ended'], 'complete'],
  ['plays again from the end', ['requested', 'began', 'ended', 'requested'], 'loading'],
  ['stops', ['requested', 'began', 'stopped'], 'stopped'],
  ['stops before it has loaded', ['requested', 'stopped'], 'stopped'],
  ['fails when the browser refuses', ['requested', 'loaded', 'failed'], 'error'],
  ['loads on a new request after a failure', ['requested', 'failed', 'requested'], 'loading'],
])('the player %s', (_, events, state) => {
  expect(stateAfter(...events)).toBe(state);
});

it.each<PlayerState>(['stopped', 'complete', 'error'])('a player in state %s changes its state on a new request alone', (state) => {
  for (const event of playerEvents)
    expect([event, nextPlayerState(state, event)]).toEqual([event, event === 'requested' ? 'loading' : state]);
});

it('a stopped player stays stopped whatever late events arrive', () => {
  const events = fc.array(fc.constantFrom(...playerEvents));
  const late = fc.array(fc.constantFrom(...playerEvents.filter((event) => event !== 'requested')));
  forAll(events, late, (before, behind) => expect(isUnderWay(stateAfter(...before, 'stopped', ...behind))).toBe(false));
});

it('the player is playing only after the event began', () => {
  forAll(fc.array(fc.constantFrom(...playerEvents.filter((event) => event !== 'began'))), (events) =>
    expect(stateAfter(...events)).not.toBe('playing'),
  );
});
