import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { openSince, pickTalkTransition, type TalkButton, type TalkCommand, type TalkEvent, up } from './use-talk-button.ts';

const pressed = (at: number, by: 'pointer' | 'key' = 'pointer'): TalkEvent => ({ type: 'pressed', by, at });
const lifted = (at: number, by: 'pointer' | 'key' = 'pointer'): TalkEvent => ({ type: 'lifted', by, at });

function play(...events: TalkEvent[]) {
  const commands: TalkCommand[] = [];
  let state: TalkButton = up;
  for (const event of events) {
    const taken = pickTalkTransition(state, event);
    state = taken.state;
    if (taken.command) commands.push(taken.command);
  }
  return { state: state.kind, commands };
}

it('The talk button held for 0.25 s or longer closes the microphone when it is released', () => {
  expect(play(pressed(0), lifted(250))).toEqual({ state: 'up', commands: ['hold', 'release'] });
});

it('A shorter tap keeps the microphone open until the next tap', () => {
  expect(play(pressed(0), lifted(249))).toEqual({ state: 'latched', commands: ['hold'] });
  expect(play(pressed(0), lifted(100), pressed(900), lifted(950))).toEqual({ state: 'up', commands: ['hold', 'release'] });
});

it('A pointer cancelled by the system closes a held microphone, but not a latched one', () => {
  expect(play(pressed(0), { type: 'dropped' })).toEqual({ state: 'up', commands: ['hold', 'release'] });
  expect(play(pressed(0), lifted(100), { type: 'dropped' })).toEqual({ state: 'latched', commands: ['hold'] });
});

it('Leaving closes the microphone, held or latched', () => {
  expect(play(pressed(0), { type: 'ended' })).toEqual({ state: 'up', commands: ['hold', 'release'] });
  expect(play(pressed(0), lifted(100), { type: 'ended' }).commands).toEqual(['hold', 'release']);
  expect(play({ type: 'ended' }).commands).toEqual([]);
});

it('Only the key or pointer that pressed the talk button first releases it', () => {
  expect(play(pressed(0, 'key'), pressed(10), lifted(300))).toEqual({ state: 'held', commands: ['hold'] });
  expect(play(pressed(0, 'key'), pressed(10), lifted(300), lifted(400, 'key')).commands).toEqual(['hold', 'release']);
});

it('The microphone opens and closes by turns, and is closed after any sequence of events', () => {
  const by = fc.constantFrom('pointer' as const, 'key' as const);
  const at = fc.integer({ min: 0, max: 2000 });
  const touch = fc.record({ type: fc.constantFrom('pressed' as const, 'lifted' as const), by, at });
  const events = fc.oneof(
    touch,
    touch,
    fc.record({ type: fc.constantFrom('tapped' as const), at }),
    fc.constantFrom({ type: 'dropped' as const }),
  );
  fc.assert(
    fc.property(fc.array(events), (walk) => {
      let state: TalkButton = up;
      let isOpen = false;
      for (const event of [...walk, { type: 'ended' as const }]) {
        const taken = pickTalkTransition(state, event);
        state = taken.state;
        if (taken.command) expect(taken.command).toBe(isOpen ? 'release' : 'hold');
        isOpen = openSince(state) !== undefined;
      }
      expect(isOpen).toBe(false);
    }),
  );
});
