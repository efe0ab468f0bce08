import { expect, it } from '@rstest/core';
import type { MachineEvent, State } from './machine-state.ts';
import { emptyState, reduce } from './reduce.ts';

const startAs = (talkingMode: 'push-to-talk' | 'continuous') =>
  ({ type: 'start-requested', kind: 'voice', options: {}, preferences: { talkingMode, isAudioMuted: false } }) as const;
const pushToTalk = startAs('push-to-talk');
const continuous = startAs('continuous');
const granted: MachineEvent = { type: 'microphone-granted', hearing: 'site' };
type Simple = 'connected' | 'held' | 'released' | 'visitor-speech-started' | 'connection-lost';
const simple = (...types: Simple[]) => types.map((type): MachineEvent => ({ type }));
const ready = [pushToTalk, granted, ...simple('connected')];
const handsFree = [continuous, granted, ...simple('connected')];
const message: MachineEvent = { type: 'message-sent', text: 'x', newId: () => 'id' };

const follow = (state: State, event: MachineEvent) => reduce(state, event, 'en');
function go(...events: MachineEvent[]): State {
  return events.reduce((state, event) => follow(state, event)?.state ?? state, emptyState);
}
const commandsOf = (result: ReturnType<typeof follow>) =>
  result?.effects.map(({ type }) => type).filter((type) => !['switch', 'started', 'turn-finished'].includes(type));

it('a call passes through the steps microphone, connection, connected and guide speaking', () => {
  const steps = [pushToTalk, granted, { type: 'connected' }, { type: 'answer-started', turn: 0 }] as const;
  const seen = steps.map((_, count) => go(...steps.slice(0, count + 1)).voice?.step);
  expect(seen).toEqual(['obtain-microphone-permission', 'connect-to-guide', 'guide-connection-success', 'llm-speaking']);
});

it.each([
  ['timeout', 'guide-connection-timeout'],
  ['network', 'guide-connection-error'],
  ['malformed', 'guide-connection-error'],
  ['other-tab', 'guide-connection-error'],
  ['insecure', 'microphone-permission-unsupported'],
  ['unsupported', 'microphone-permission-unsupported'],
  ['microphone-denied', 'obtain-microphone-permission'],
  ['microphone-dismissed', 'obtain-microphone-permission'],
  ['microphone-missing', 'obtain-microphone-permission'],
  ['microphone-busy', 'obtain-microphone-permission'],
] as const)('a call that fails with %s shows the step %s', (category, expected) => {
  const state = go(pushToTalk, granted, { type: 'slow' }, { type: 'failed', failure: { category } });
  expect([state.phase, state.voice]).toMatchObject(['failed', { step: expected, isSlow: false }]);
});

it('the slow note and the queue position disappear when the call connects', () => {
  const waiting = go(pushToTalk, granted, { type: 'slow' }, { type: 'queued', ahead: 3 });
  expect(waiting.voice).toMatchObject({ isSlow: true, ahead: 3 });
  expect(follow(waiting, { type: 'connected' })?.state.voice).toMatchObject({ isSlow: false, ahead: undefined });
  expect(follow(waiting, { type: 'queued', ahead: 3 })).toBeUndefined();
});

it('releasing the button leaves the guide muted if the visitor muted the guide', () => {
  const muted: MachineEvent = { type: 'guide-switched', isMuted: true, by: 'visitor' };
  expect(go(...ready, muted, ...simple('held', 'released')).voice?.isGuideMuted).toBe(true);
  expect(go(...ready, ...simple('held'), muted, ...simple('released')).voice?.isGuideMuted).toBe(true);
});

it('push-to-talk ignores a second hold, a second release and a hold without connection or recogniser, and continuous talk any hold', () => {
  expect(follow(go(...ready, ...simple('held')), { type: 'held' })).toBeUndefined();
  expect(follow(go(...ready), { type: 'released' })).toBeUndefined();
  expect(follow(go(pushToTalk, { type: 'microphone-granted', hearing: 'none' }, ...simple('connected')), { type: 'held' })).toBeUndefined();
  expect(follow(go(pushToTalk, granted), { type: 'held' })).toBeUndefined();
  expect(follow(go(...ready), { type: 'visitor-speech-started' })).toBeUndefined();
  expect(follow(go(...handsFree), { type: 'held' })).toBeUndefined();
  expect(follow(go(...handsFree, ...simple('visitor-speech-started')), { type: 'released' })).toBeUndefined();
});

it('choosing continuous talk releases a held button and finishes the turn', () => {
  const result = follow(go(...ready, ...simple('held')), { type: 'talking-mode-chosen', talkingMode: 'continuous' });
  expect([result?.state.phase, commandsOf(result), result?.state.voice?.isMicrophoneOpen]).toEqual(['thinking', ['finish'], true]);
});

it('muting the microphone in continuous talk closes the microphone and finishes the turn', () => {
  const muted: MachineEvent = { type: 'microphone-switched', isMuted: true };
  const result = follow(go(...handsFree, ...simple('visitor-speech-started')), muted);
  expect([result?.state.phase, commandsOf(result), result?.state.voice?.isMicrophoneOpen]).toEqual(['thinking', ['finish'], false]);
  expect(follow(go(...handsFree, muted), { type: 'visitor-speech-started' })).toBeUndefined();
  expect(go(...handsFree, muted, { type: 'microphone-switched', isMuted: false }).voice?.isMicrophoneOpen).toBe(true);
});

it.each([
  [[], 'ready'],
  [simple('held'), 'thinking'],
  [[message], 'thinking'],
  [[message, { type: 'answer-started', turn: 1 }], 'speaking'],
] as [MachineEvent[], string][])('a restored connection resumes the phase before the loss: %#', (events, phase) => {
  const lost = go(...ready, ...events, ...simple('connection-lost'));
  expect([lost.phase, lost.voice?.isMicrophoneOpen, follow(lost, { type: 'held' })]).toEqual(['reconnecting', false, undefined]);
  const restored = follow(lost, { type: 'connection-restored' });
  expect([restored?.state.phase, restored?.state.turn, commandsOf(restored)]).toEqual([phase, lost.turn, []]);
});

it('a message sent while the connection is lost goes out when the connection is restored', () => {
  const lost = go(...ready, ...simple('connection-lost'), message);
  expect([lost.phase, lost.exchange, follow(lost, message)]).toEqual(['reconnecting', 'waiting', undefined]);
  const restored = follow(lost, { type: 'connection-restored' });
  expect([restored?.state.phase, restored?.state.turn, commandsOf(restored)]).toEqual(['thinking', 1, ['send']]);
});

const released = [pushToTalk, granted, ...simple('connected', 'held', 'released')];

it('words that arrive after the note “not understood” remove the note', () => {
  const understood = go(...released, { type: 'unheard', turn: 1 }, { type: 'understood', turn: 1 });
  expect([understood.phase, understood.voice?.wasUnheard]).toEqual(['thinking', false]);
  expect(follow(go(...released), { type: 'understood', turn: 1 })).toBeUndefined();
});
