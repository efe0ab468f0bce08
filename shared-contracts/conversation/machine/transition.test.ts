import { describe, expect, it } from '@rstest/core';
import { deriveVoice, isGuideMuted, isMicrophoneOpen } from './call-state.ts';
import { initialState, type MachineEvent, type MachineState } from './machine-state.ts';
import { transition } from './transition.ts';

const pushToTalk: MachineEvent = { type: 'start-requested', preferences: { talkingMode: 'push-to-talk', isAudioMuted: false } };
const continuous: MachineEvent = { type: 'start-requested', preferences: { talkingMode: 'continuous', isAudioMuted: false } };
const granted: MachineEvent = { type: 'microphone-granted', hearing: 'site' };
const simple = (
  ...types: (
    | 'connected'
    | 'held'
    | 'released'
    | 'visitor-speech-started'
    | 'visitor-speech-ended'
    | 'message-sent'
    | 'connection-lost'
    | 'connection-restored'
  )[]
) => types.map((type): MachineEvent => ({ type }));

function go(...events: MachineEvent[]): MachineState {
  return events.reduce((state, event) => transition(state, event)?.state ?? state, initialState);
}
const voiceOf = (state: MachineState) => deriveVoice(state, undefined);

describe('connecting a call', () => {
  it('goes from the microphone over the guide to the guide’s first words', () => {
    const steps = [pushToTalk, granted, { type: 'connected' }, { type: 'answer-started', turn: 0 }] as const;
    const seen = steps.map((_, count) => voiceOf(go(...steps.slice(0, count + 1)))?.step);
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
  ] as const)('that fails by %s leads to %s', (category, expected) => {
    const state = go(pushToTalk, granted, { type: 'slow' }, { type: 'failed', failure: { category } });
    expect([state.phase, voiceOf(state)]).toMatchObject(['failed', { step: expected, isSlow: false }]);
  });

  it('may be slow and may queue, until it is there', () => {
    const waiting = go(pushToTalk, granted, { type: 'slow' }, { type: 'queued', ahead: 3 });
    expect(voiceOf(waiting)).toMatchObject({ isSlow: true, ahead: 3 });
    expect(voiceOf(go(pushToTalk, granted, { type: 'slow' }, { type: 'queued', ahead: 3 }, { type: 'connected' }))).toMatchObject({
      isSlow: false,
      ahead: undefined,
    });
    expect(transition(waiting, { type: 'queued', ahead: 3 })).toBeUndefined();
  });
});

describe('push-to-talk', () => {
  const ready = [pushToTalk, granted, ...simple('connected')];

  it('gives the guide back as the visitor wanted it', () => {
    const muted: MachineEvent = { type: 'guide-switched', isMuted: true };
    expect(isGuideMuted(go(...ready, muted, ...simple('held', 'released')))).toBe(true);
    expect(isGuideMuted(go(...ready, ...simple('held'), muted, ...simple('released')))).toBe(true);
  });

  it('cannot be held twice, released twice, or held without speech recognition', () => {
    expect(transition(go(...ready, ...simple('held')), { type: 'held' })).toBeUndefined();
    expect(transition(go(...ready), { type: 'released' })).toBeUndefined();
    expect(
      transition(go(pushToTalk, { type: 'microphone-granted', hearing: 'none' }, ...simple('connected')), { type: 'held' }),
    ).toBeUndefined();
    expect(transition(go(pushToTalk, granted), { type: 'held' })).toBeUndefined();
    expect(transition(go(...ready), { type: 'visitor-speech-started' })).toBeUndefined();
  });

  it('is released by a change to continuous talk', () => {
    const result = transition(go(...ready, ...simple('held')), { type: 'talking-mode-chosen', talkingMode: 'continuous' });
    expect([result?.state.phase, result?.commands, result && isMicrophoneOpen(result.state)]).toEqual(['thinking', ['finish'], true]);
  });
});

describe('continuous talk', () => {
  const ready = [continuous, granted, ...simple('connected')];

  it('closes the microphone when it is muted, and what was being said is handed over', () => {
    const muted: MachineEvent = { type: 'microphone-switched', isMuted: true };
    const result = transition(go(...ready, ...simple('visitor-speech-started')), muted);
    expect([result?.state.phase, result?.commands, result && isMicrophoneOpen(result.state)]).toEqual(['thinking', ['finish'], false]);
    expect(transition(go(...ready, muted), { type: 'visitor-speech-started' })).toBeUndefined();
    expect(isMicrophoneOpen(go(...ready, muted, { type: 'microphone-switched', isMuted: false }))).toBe(true);
  });

  it('knows no button', () => {
    expect(transition(go(...ready), { type: 'held' })).toBeUndefined();
    expect(transition(go(...ready, ...simple('visitor-speech-started')), { type: 'released' })).toBeUndefined();
  });
});

describe('a line that is lost', () => {
  const ready = [pushToTalk, granted, ...simple('connected')];

  it.each([
    [[], 'ready'],
    [simple('held'), 'thinking'],
    [simple('message-sent'), 'thinking'],
    [[...simple('message-sent'), { type: 'answer-started', turn: 1 }], 'speaking'],
  ] as [MachineEvent[], string][])('closes the microphone and continues where it was: %#', (events, phase) => {
    const lost = go(...ready, ...events, ...simple('connection-lost'));
    expect([lost.phase, isMicrophoneOpen(lost), transition(lost, { type: 'held' })]).toEqual(['reconnecting', false, undefined]);
    const restored = transition(lost, { type: 'connection-restored' });
    expect([restored?.state.phase, restored?.state.turn, restored?.commands]).toEqual([phase, lost.turn, []]);
  });

  it('queues a message until it is back', () => {
    const lost = go(...ready, ...simple('connection-lost', 'message-sent'));
    expect([lost.phase, lost.isQueued, transition(lost, { type: 'message-sent' })]).toEqual(['reconnecting', true, undefined]);
    expect(transition(lost, { type: 'connection-restored' })).toMatchObject({ state: { phase: 'thinking', turn: 1 }, commands: ['send'] });
  });
});

describe('a turn without words', () => {
  const released = [pushToTalk, granted, ...simple('connected', 'held', 'released')];

  it('continues when they come after all', () => {
    const understood = go(...released, { type: 'unheard', turn: 1 }, { type: 'understood', turn: 1 });
    expect([understood.phase, voiceOf(understood)?.wasUnheard]).toEqual(['thinking', false]);
    expect(transition(go(...released), { type: 'understood', turn: 1 })).toBeUndefined();
  });
});
