import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { nextTalkButton, type TalkButton, type TalkEvent, up } from './use-talk-button.ts';

const pressed = (at: number, by: 'pointer' | 'key' = 'pointer'): TalkEvent => ({ type: 'pressed', by, at });
const lifted = (at: number, by: 'pointer' | 'key' = 'pointer'): TalkEvent => ({ type: 'lifted', by, at });

function play(...events: TalkEvent[]) {
  let button = up;
  const opened = events.map((event) => {
    const wasOpen = button.since !== undefined;
    button = nextTalkButton(button, event);
    return wasOpen === (button.since !== undefined) ? [] : [wasOpen ? 'release' : 'hold'];
  });
  return { button, commands: opened.flat() };
}

const dropped = { type: 'dropped' } as const;
const ended = { type: 'ended' } as const;
const byKey = [pressed(0, 'key'), pressed(10), lifted(300)];
it.each<[string, TalkEvent[], TalkButton, ('hold' | 'release')[]]>([
  ['Releasing a talk button held for 0.25 s closes the microphone', [pressed(0), lifted(250)], up, ['hold', 'release']],
  ['A shorter tap keeps the microphone open', [pressed(0), lifted(249)], { since: 0 }, ['hold']],
  ['The next tap closes the microphone', [pressed(0), lifted(100), pressed(900), lifted(950)], up, ['hold', 'release']],
  ['A pointer cancelled by the system closes a held microphone', [pressed(0), dropped], up, ['hold', 'release']],
  ['A pointer cancelled by the system leaves a latched microphone open', [pressed(0), lifted(100), dropped], { since: 0 }, ['hold']],
  ['Leaving closes a held microphone', [pressed(0), ended], up, ['hold', 'release']],
  ['Leaving closes a latched microphone', [pressed(0), lifted(100), ended], up, ['hold', 'release']],
  ['Leaving does nothing to a closed microphone', [ended], up, []],
  ['Another pointer does not release the talk button', byKey, { by: 'key', since: 0 }, ['hold']],
  ['The key that pressed the talk button releases it', [...byKey, lifted(400, 'key')], up, ['hold', 'release']],
])('%s', (...[, events, button, commands]) => {
  expect(play(...events)).toEqual({ button, commands });
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
  forAll(fc.array(events), (walk) => {
    const { button, commands } = play(...walk, ended);
    expect(commands).toEqual(commands.map((_, at) => (at % 2 === 0 ? 'hold' : 'release')));
    expect(button).toEqual(up);
  });
});
