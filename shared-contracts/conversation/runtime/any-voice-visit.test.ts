import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { TransportKind } from '../conversation.ts';
import { createTestConversation } from '../testing/test-conversation.ts';
import type { TransportEvent } from '../transport.ts';

type Stage = ReturnType<typeof createTestConversation>;
type Happening =
  | { do: 'start'; kind: TransportKind }
  | { do: 'send' | 'hold' | 'release' | 'retry' | 'interrupt' | 'stop' | 'resumePlayback' }
  | { do: 'talk'; mode: 'push-to-talk' | 'continuous' }
  | { do: 'mute'; who: 'microphone' | 'guide'; isMuted: boolean }
  | { do: 'pass'; milliseconds: number }
  | { do: 'tell'; back: number; turnsBack: number; event: (turn: number) => TransportEvent };

const failure = { category: 'network' } as const;
const told: readonly ((turn: number) => TransportEvent)[] = [
  () => ({ type: 'connected' }),
  () => ({ type: 'connected' }),
  () => ({ type: 'microphone-granted', hearing: 'site' }),
  () => ({ type: 'microphone-granted', hearing: 'none' }),
  (turn) => ({ type: 'text', turn, speaker: 'guide', text: 'An answer. Of two' }),
  (turn) => ({ type: 'text', turn, speaker: 'guide', text: 'An answer' }),
  (turn) => ({ type: 'text', turn, speaker: 'visitor', text: 'A question' }),
  (turn) => ({ type: 'turn-completed', turn }),
  (turn) => ({ type: 'turn-completed', turn }),
  (turn) => ({ type: 'spoken', turn, words: 2 }),
  (turn) => ({ type: 'unheard', turn }),
  (turn) => ({ type: 'turn-failed', turn, failure }),
  () => ({ type: 'failed', failure }),
  () => ({ type: 'ended', reason: 'by itself' }),
  () => ({ type: 'visitor-speech-started' }),
  () => ({ type: 'visitor-speech-started' }),
  () => ({ type: 'visitor-speech-ended' }),
  () => ({ type: 'connection-lost' }),
  () => ({ type: 'connection-restored' }),
  () => ({ type: 'connection-restored' }),
  () => ({ type: 'hang' }),
  () => ({ type: 'slow' }),
];
const plain = ['send', 'send', 'hold', 'hold', 'hold', 'release', 'release', 'retry', 'interrupt', 'stop', 'resumePlayback'] as const;
const someHappening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('start' as const), kind: fc.constantFrom<TransportKind>('text', 'voice', 'voice') }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom(...plain) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('talk' as const), mode: fc.constantFrom('push-to-talk' as const, 'continuous' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('mute' as const),
      who: fc.constantFrom('microphone' as const, 'guide' as const),
      isMuted: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), milliseconds: fc.constantFrom(100, 4000, 12_000) }) },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constant('tell' as const),
      back: fc.constantFrom(0, 0, 0, 0, 1),
      turnsBack: fc.constantFrom(0, 0, 0, 0, 1, 2, -1),
      event: fc.constantFrom(...told),
    }),
  },
);

const acts: { readonly [Do in Happening['do']]: (stage: Stage, happening: Happening & { do: Do }) => unknown } = {
  start: ({ conversation }, { kind }) => conversation.start(kind),
  send: ({ conversation }) => conversation.send('Typed'),
  hold: ({ conversation }) => conversation.hold(),
  release: ({ conversation }) => conversation.release(),
  retry: ({ conversation }) => conversation.retry(),
  interrupt: ({ conversation }) => conversation.interrupt(),
  stop: ({ conversation }) => conversation.stop('test'),
  resumePlayback: ({ conversation }) => conversation.resumePlayback(),
  talk: ({ conversation }, { mode }) => conversation.setTalkingMode(mode),
  mute: ({ conversation }, { who, isMuted }) =>
    who === 'guide' ? conversation.setGuideMuted(isMuted) : conversation.setMicrophoneMuted(isMuted),
  pass: ({ clock }, { milliseconds }) => clock.pass(milliseconds),
  tell: ({ transports, state }, { back, turnsBack, event }) => transports.at(-1 - back)?.tell(event(state.turn - turnsBack)),
};
const happen = (stage: Stage, happening: Happening) =>
  (acts[happening.do] as (stage: Stage, happening: Happening) => unknown)(stage, happening);

/** Whether what happens comes from a transport that was left or is about another turn. */
function isLate(stage: Stage, happening: Happening): boolean {
  if (happening.do !== 'tell') return false;
  const event = happening.event(stage.state.turn - happening.turnsBack);
  const isLeft = (stage.transports.at(-1 - happening.back)?.closed.length ?? 1) > 0;
  return isLeft || ('turn' in event && event.turn !== stage.state.turn);
}

/** What the microphone should be, told by what a screen can see. */
function shouldListen({ state }: Stage): boolean {
  const { phase, voice } = state;
  if (!voice || voice.hearing === 'none') return false;
  if (voice.talkingMode === 'push-to-talk') return phase === 'listening';
  return !voice.isUserMuted && ['ready', 'listening', 'thinking', 'speaking'].includes(phase);
}

function expectSound(stage: Stage) {
  const { state, transports } = stage;
  const open = transports.filter(({ isMicrophoneOpen }) => isMicrophoneOpen);
  // A turn that broke in open talk leaves the call and its microphone as they are.
  if (state.phase !== 'failed') expect(open.length > 0).toBe(shouldListen(stage));
  expect(state.voice?.isMicrophoneOpen ?? false).toBe(open.length > 0);
  expect(open.every((transport) => transport === transports.at(-1) && transport.closed.length === 0)).toBe(true);
  if (state.phase === 'listening') expect(open).toHaveLength(1);
  if (state.phase === 'thinking' || state.phase === 'listening') expect(state.turns[state.turn]?.state).toBe('arriving');
  if (state.failure) expect(state.phase).toBe('failed');
}

function expectNumbersOnce({ transports }: Stage) {
  const listened = transports.flatMap(({ controls }) => controls.filter((control) => control.startsWith('listen')));
  expect(new Set(listened).size).toBe(listened.length);
  const typed = transports.flatMap(({ sent }) => sent);
  const ids = new Map<number, Set<string>>();
  for (const { turn, clientMessageId } of typed) ids.set(turn, (ids.get(turn) ?? new Set()).add(clientMessageId));
  expect([...ids.values()].every((own) => own.size === 1)).toBe(true);
  expect(listened.some((control) => ids.has(Number(control.split(' ')[1])))).toBe(false);
}

function expectEverythingEnded(stage: Stage) {
  stage.conversation.stop('end');
  const { transports, told: facts, clock, errors, state } = stage;
  expect([state.phase, state.voice, clock.waiting(), errors]).toEqual(['off', undefined, 0, []]);
  expect(transports.every(({ closed, isMicrophoneOpen }) => closed.length === 1 && !isMicrophoneOpen)).toBe(true);
  const count = (fact: string) => facts.filter((entry) => entry.startsWith(fact)).length;
  expect(count('conversation-ended')).toBe(count('conversation-started'));
  expect(Object.values(state.turns).some((turn) => turn.state === 'arriving')).toBe(false);
}

describe('a visit by voice, whatever happens in it', () => {
  it('listens exactly when it says so, uses no number twice, hears nothing late, and ends all it started', () => {
    const talk = fc.constantFrom('push-to-talk' as const, 'continuous' as const);
    fc.assert(
      fc.property(fc.boolean(), talk, fc.array(someHappening, { maxLength: 40 }), (connectsAtOnce, talkingMode, happenings) => {
        const stage = createTestConversation({ connectsAtOnce, preferences: () => ({ talkingMode, isAudioMuted: false }) });
        stage.conversation.start('voice');
        for (const happening of happenings) {
          const before = stage.state;
          const late = isLate(stage, happening);
          happen(stage, happening);
          if (late) expect(stage.state).toBe(before);
          expect([0, 1]).toContain(stage.state.turn - before.turn);
          expectSound(stage);
        }
        expectNumbersOnce(stage);
        expectEverythingEnded(stage);
      }),
      { numRuns: process.env['THOROUGH'] ? 10_000 : 2_000 },
    );
  });
});
