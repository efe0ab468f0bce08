import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { createTestVoice, until } from './testing/test-voice.ts';

let setup: ReturnType<typeof createTestVoice>;
beforeEach(() => {
  setup = createTestVoice();
});
afterEach(() => setup.end());

const instances = () => Object.keys((window as { _daily?: { instances: object } })._daily?.instances ?? {});

describe('a call whose microphone is gone or taken', () => {
  it.each([
    ['prompt', 'prompt', 'lost'],
    ['granted', 'denied', 'revoked'],
  ] as const)(
    'a call whose microphone is gone or taken goes on when the microphone ends, which is lost or revoked by its permission: %s, then %s',
    async (before, after, microphone) => {
      setup.permission = before;
      await setup.callUntilStarted();
      setup.permission = after;
      setup.microphones[0]?.lose();
      await until(() => setup.types.includes('hearing-lost'));
      expect([setup.events.at(-1), instances().length]).toEqual([{ type: 'hearing-lost', microphone }, 1]);
    },
  );

  it('a call whose microphone is gone or taken says when the system mutes the microphone, and when it gives the microphone back', async () => {
    await setup.callUntilStarted();
    setup.microphones[0]?.mute(true);
    setup.microphones[0]?.mute(false);
    expect(setup.events.slice(-2)).toEqual([
      { type: 'microphone-taken', isTaken: true },
      { type: 'microphone-taken', isTaken: false },
    ]);
  });

  it('a call whose microphone is gone or taken goes on when the call machine reports a fault of the microphone', async () => {
    await setup.callUntilStarted();
    setup.machine.failDevice('mic-in-use');
    await until(() => setup.types.includes('hearing-lost'));
    expect([setup.events.at(-1), instances().length]).toEqual([{ type: 'hearing-lost', microphone: 'lost' }, 1]);
  });

  it('a call whose microphone is gone or taken goes on without the microphone when the recogniser is refused one that was granted', async () => {
    setup.hearing = 'browser';
    setup.permission = 'granted';
    await setup.callUntilStarted();
    setup.permission = 'denied';
    setup.recognitions[0]?.onerror?.({ error: 'not-allowed' });
    await until(() => setup.types.includes('hearing-lost'));
    expect(setup.events.at(-1)).toEqual({ type: 'hearing-lost', microphone: 'revoked' });
  });

  it.each([
    ['audio-capture', { microphone: 'lost' }],
    ['network', {}],
  ])('a call whose microphone is gone or taken goes on without hearing when the recogniser fails twice by %s', async (error, loss) => {
    setup.hearing = 'browser';
    await setup.callUntilStarted();
    for (let time = 0; time < 2; time += 1) {
      setup.recognitions[time]?.onerror?.({ error });
      setup.recognitions[time]?.onend?.();
      setup.clock.pass(500);
    }
    await until(() => setup.types.includes('hearing-lost'));
    expect(setup.events.at(-1)).toEqual({ type: 'hearing-lost', ...loss });
    expect([setup.recognitions.length, instances().length]).toEqual([2, 1]);
  });
});
