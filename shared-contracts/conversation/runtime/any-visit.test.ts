import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../../kit/testing/for-all.ts';
import type { Phase, Speaker, TransportKind } from '../conversation.ts';
import type { State } from '../machine/machine-state.ts';
import { createTestConversation } from '../testing/test-conversation.ts';
import { linesOf } from '../transcript/transcript.ts';
import type { TransportEvent } from '../transport.ts';
import { findTurn } from '../turns.ts';

type Setup = ReturnType<typeof createTestConversation>;

type Happening =
  | { do: 'start'; kind: TransportKind }
  | { do: 'send'; text: string }
  | { do: 'hold' | 'release' | 'retry' | 'interrupt' | 'stop' | 'resumePlayback' }
  | { do: 'talk'; mode: 'push-to-talk' | 'continuous' }
  | { do: 'mute'; who: 'microphone' | 'guide'; isMuted: boolean }
  | { do: 'pass'; milliseconds: number }
  | { do: 'emit'; back: number; turnsBack: number; event: (turn: number) => TransportEvent };

const someText = fc.constantFrom('', 'Yes.', 'Yes. No', 'It is old – very old. Dr. X. knew', '   ', 'Ein Saal', 'x\ny');
const failure = { category: 'network' } as const;
const emitted: readonly ((turn: number) => TransportEvent)[] = [
  () => ({ type: 'connected' }),
  () => ({ type: 'connected' }),
  () => ({ type: 'microphone-granted', hearing: 'site' }),
  () => ({ type: 'microphone-granted', hearing: 'none' }),
  (turn) => ({ type: 'text', turn, speaker: 'guide', text: 'An answer. Of two' }),
  (turn) => ({ type: 'text', turn, speaker: 'guide', text: 'An answer' }),
  (turn) => ({ type: 'text', turn, speaker: 'visitor', text: 'A question' }),
  (turn) => ({ type: 'turn-completed', turn }),
  (turn) => ({ type: 'turn-completed', turn }),
  (turn) => ({ type: 'turn-completed', turn }),
  (turn) => ({ type: 'source', turn, source: { title: 't', document: 'd' } }),
  (turn) => ({ type: 'spoken', turn, words: 2 }),
  (turn) => ({ type: 'turn-failed', turn, failure }),
  () => ({ type: 'failed', failure }),
  () => ({ type: 'ended', reason: 'by itself' }),
  () => ({ type: 'visitor-speech-started' }),
  () => ({ type: 'visitor-speech-started' }),
  () => ({ type: 'visitor-speech-ended' }),
  ...[1, 2, 3, 4].map(() => (): TransportEvent => ({ type: 'connection-lost' })),
  () => ({ type: 'connection-restored' }),
  () => ({ type: 'connection-restored' }),
  () => ({ type: 'hang' }),
  () => ({ type: 'guide-behind', isBehind: true }),
  () => ({ type: 'guide-behind', isBehind: false }),
  () => ({ type: 'slow' }),
];
const someWords = fc.record({ text: someText, speaker: fc.constantFrom<Speaker>('guide', 'guide', 'visitor'), forced: fc.boolean() }).map(
  (words) =>
    (turn: number): TransportEvent => ({ type: 'text', turn, ...words }),
);
const someEvent = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...emitted) }, { weight: 1, arbitrary: someWords });
const kinds = fc.constantFrom<TransportKind>('text', 'voice', 'voice');
const plain = ['hold', 'hold', 'hold', 'release', 'release', 'retry', 'interrupt', 'stop', 'resumePlayback'] as const;
const modes = fc.constantFrom('push-to-talk' as const, 'continuous' as const);
const who = fc.constantFrom('microphone' as const, 'guide' as const);
const does = <Do extends Happening['do']>(name: Do) => fc.constant(name);
const someHappening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: does('start'), kind: kinds }) },
  { weight: 5, arbitrary: fc.record({ do: does('send'), text: someText }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom(...plain) }) },
  { weight: 1, arbitrary: fc.record({ do: does('talk'), mode: modes }) },
  { weight: 1, arbitrary: fc.record({ do: does('mute'), who, isMuted: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: does('pass'), milliseconds: fc.constantFrom(100, 4000, 12_000) }) },
  {
    weight: 14,
    arbitrary: fc.record({
      do: does('emit'),
      back: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2),
      turnsBack: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2, -1),
      event: someEvent,
    }),
  },
);

const actions: { readonly [Do in Happening['do']]: (setup: Setup, happening: Happening & { do: Do }) => unknown } = {
  start: ({ conversation }, { kind }) => conversation.start(kind),
  send: ({ conversation }, { text }) => conversation.send(text),
  hold: ({ conversation }) => conversation.hold(),
  release: ({ conversation }) => conversation.release(),
  retry: ({ conversation }) => conversation.retry(),
  interrupt: ({ conversation }) => conversation.interrupt(),
  stop: ({ conversation }) => conversation.stop('test'),
  resumePlayback: ({ conversation }) => conversation.resumePlayback(),
  talk: ({ conversation }, { mode }) => conversation.setTalkingMode(mode),
  mute: ({ conversation }, { who: whom, isMuted }) =>
    whom === 'guide' ? conversation.setGuideMuted(isMuted) : conversation.setMicrophoneMuted(isMuted),
  pass: ({ clock }, { milliseconds }) => clock.pass(milliseconds),
  emit: ({ transports, state }, { back, turnsBack, event }) => transports.at(-1 - back)?.emit(event(state.turn - turnsBack)),
};

function isLate(setup: Setup, happening: Happening): boolean {
  if (happening.do !== 'emit') return false;
  const event = happening.event(setup.state.turn - happening.turnsBack);
  const isLeft = (setup.transports.at(-1 - happening.back)?.closed.length ?? 1) > 0;
  return isLeft || ('turn' in event && event.turn !== setup.state.turn);
}

function shouldListen({ state }: Setup): boolean {
  const { phase, voice } = state;
  if (!voice || voice.hearing === 'none') return false;
  if (voice.talkingMode === 'push-to-talk') return phase === 'listening';
  return !voice.isUserMuted && ['ready', 'listening', 'thinking', 'speaking'].includes(phase);
}

const connectedPhases: readonly Phase[] = ['ready', 'listening', 'thinking', 'speaking'];
const waitingPhases: readonly Phase[] = ['connecting', 'reconnecting'];

/** The two tables must never have these combinations, and the guide's sound must match them. */
function expectTablesToAgree({ transports }: Setup, state: State) {
  const { phase, connection, exchange, voice, mutes } = state;
  const guide = transports.at(-1)?.controls.findLast((control) => control.startsWith('guide'));
  if (voice && connection === 'open') expect(guide === 'guide muted').toBe(mutes.size > 0);
  if (phase !== 'failed') expect(connection === 'open').toBe(connectedPhases.includes(phase));
  if (exchange === 'waiting') expect(waitingPhases).toContain(phase);
  if (!voice) expect(['listening', 'reconnecting']).not.toContain(phase);
}

/** Late events must change nothing, and the microphone's state must match the public state. */
function expectValid(setup: Setup, happening: Happening, said: Map<number, string>) {
  const before = setup.state;
  const late = isLate(setup, happening);
  const result = (actions[happening.do] as (setup: Setup, happening: Happening) => unknown)(setup, happening);
  const { state, transports } = setup;
  if (late) expect(state).toBe(before);
  expect([0, 1]).toContain(state.turn - before.turn);
  if (happening.do === 'send') {
    expect(state.turn).toBe(before.turn + (result ? 1 : 0));
    if (result) said.set(state.turn, happening.text.trim());
  }
  const open = transports.filter(({ isMicrophoneOpen }) => isMicrophoneOpen);
  // A failed turn in continuous talk changes neither the call nor its microphone.
  if (state.phase !== 'failed') expect(open.length > 0).toBe(shouldListen(setup));
  expect(state.voice?.isMicrophoneOpen ?? false).toBe(open.length > 0);
  expect(open.every((transport) => transport === transports.at(-1) && transport.closed.length === 0)).toBe(true);
  if (state.phase === 'listening') expect(open).toHaveLength(1);
  if (state.phase === 'thinking' || state.phase === 'listening') expect(findTurn(state.turns, state.turn)?.state).toBe('arriving');
  if (state.failure) expect(state.phase).toBe('failed');
  expectTablesToAgree(setup, state as State);
}

function expectSoundTranscript({ state }: Setup, said: Map<number, string>) {
  const transcript = state.turns.flatMap(linesOf);
  const keys = transcript.map((line) => line.key);
  expect(new Set(keys).size).toBe(keys.length);
  const turns = transcript.map((line) => line.turn);
  expect(turns).toEqual([...turns].sort((a, b) => a - b));
  const lines = transcript.filter((line) => line.speaker === 'visitor' && said.has(line.turn)).map((line) => [line.turn, line.text]);
  expect(lines).toEqual([...said]);
  expect(transcript.every((line) => line.text.trim() !== '')).toBe(true);
}

function expectNumbersOnce({ transports }: Setup) {
  const listened = transports.flatMap(({ controls }) => controls.filter((control) => control.startsWith('listen')));
  expect(new Set(listened).size).toBe(listened.length);
  for (const { controls } of transports)
    for (const [at, control] of controls.filter((one) => one.startsWith('finish')).entries())
      expect(controls.filter((one) => one.startsWith('listen')).slice(at)).toContain(control.replace('finish', 'listen'));
  const ids = new Map<number, Set<string>>();
  for (const { turn, clientMessageId } of transports.flatMap(({ sent }) => sent))
    ids.set(turn, (ids.get(turn) ?? new Set()).add(clientMessageId));
  expect([...ids.values()].every((own) => own.size === 1)).toBe(true);
  expect(listened.some((control) => ids.has(Number(control.split(' ')[1])))).toBe(false);
}

function expectTurnsFinishedOnce(facts: readonly string[]) {
  const finished = facts.filter((fact) => fact.startsWith('turn-finished'));
  expect(new Set(finished).size).toBe(finished.length);
  for (const fact of finished.filter((entry) => entry.endsWith('guide')))
    expect(finished.slice(0, finished.indexOf(fact))).toContain(fact.replace('guide', 'visitor'));
}

function expectEverythingEnded(setup: Setup) {
  setup.conversation.stop('end');
  const { transports, emitted: facts, clock, errors, state } = setup;
  expect([state.phase, state.voice, clock.waiting(), errors]).toEqual(['off', undefined, 0, []]);
  expect(transports.every(({ closed, isMicrophoneOpen }) => closed.length === 1 && !isMicrophoneOpen)).toBe(true);
  const count = (fact: string) => facts.filter((entry) => entry.startsWith(fact)).length;
  expect(count('conversation-ended')).toBe(count('conversation-started'));
  expect(state.turns.some((turn) => turn.state === 'arriving')).toBe(false);
}

it('any sequence of events keeps the microphone, the turn numbers and the visitor’s words correct, and a stop ends everything', () => {
  const phases = new Map<Phase, number>();
  const { numRuns = 100 } = fc.readConfigureGlobal();
  forAll(
    fc.boolean(),
    kinds,
    modes,
    fc.array(someHappening, { minLength: 10, maxLength: 60, size: 'max' }),
    (connectsAtOnce, kind, talkingMode, all) => {
      const setup = createTestConversation({ connectsAtOnce, preferences: () => ({ talkingMode, isAudioMuted: false }) });
      const said = new Map<number, string>();
      for (const happening of [{ do: 'start', kind } as const, ...all]) {
        expectValid(setup, happening, said);
        phases.set(setup.state.phase, (phases.get(setup.state.phase) ?? 0) + 1);
      }
      expectSoundTranscript(setup, said);
      expectNumbersOnce(setup);
      expectTurnsFinishedOnce(setup.emitted);
      expectEverythingEnded(setup);
    },
  );
  // A run that stays in the first phase would break no rule.
  expect(phases.size).toBe(8);
  expect(Math.min(...phases.values())).toBeGreaterThan(numRuns / 10);
});
