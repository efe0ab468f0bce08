import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../../../kit/testing/for-all.ts';
import type { Command, DictationEvent, DictationState, EventType, Phase } from './dictation-state.ts';
import { initialState, pickTransition } from './dictation-state.ts';

/** Work that commands have started and not ended. */
interface Model {
  readonly state: DictationState;
  readonly isAsking: boolean;
  readonly isOpen: boolean;
  readonly hasRecording: boolean;
  readonly isSending: boolean;
  readonly delivered: readonly number[];
}

const effects: Record<Command, (model: Model) => Partial<Model>> = {
  ask: () => ({ isAsking: true }),
  record: () => ({ isAsking: false, isOpen: true }),
  finish: ({ isOpen }) => ({ isOpen: false, hasRecording: isOpen }),
  transcribe: ({ hasRecording }) => ({ isSending: hasRecording }),
  deliver: ({ delivered, state }) => ({ delivered: [...delivered, state.attempt] }),
  end: () => ({ isAsking: false, isOpen: false, hasRecording: false, isSending: false }),
};

const isOf =
  (...phases: Phase[]) =>
  ({ phase }: DictationState) =>
    phases.includes(phase);

/** Invariants: each function returns whether its invariant holds after an event. */
const invariants: Readonly<Record<string, (now: Model, event: DictationEvent, before: Model) => boolean>> = {
  'the recorder is open exactly while recording': ({ isOpen, state }) => isOpen === isOf('recording')(state),
  'the microphone is asked for exactly while asking': ({ isAsking, state }) => isAsking === isOf('asking')(state),
  'a recording is kept from its end until its words are there or it is discarded': ({ hasRecording, state }) =>
    hasRecording === isOf('transcribing', 'failed')(state),
  'it is being sent exactly while transcribing': ({ isSending, state }) => isSending === isOf('transcribing')(state),
  'a kept recording goes only with its words, without any, or by the visitor': (now, { type }, before) =>
    !before.hasRecording || now.hasRecording || type === 'transcribed' || type === 'unheard' || type === 'discarded',
  'no words are delivered twice': ({ delivered }) => new Set(delivered).size === delivered.length,
  'words are delivered when they were transcribed, and only then': (now, { type }, before) =>
    now.delivered.length - before.delivered.length === (type === 'transcribed' && now.state !== before.state ? 1 : 0),
  'a late event changes nothing': (now, event, before) =>
    !('attempt' in event) || event.attempt === before.state.attempt || now.state === before.state,
  'discarding ends everything': ({ state }, { type }) => type !== 'discarded' || isOf('idle')(state),
  'stopping at the prompt really stops': (now, { type }, before) =>
    type !== 'stopped' || !isOf('asking')(before.state) || (isOf('idle')(now.state) && !now.isAsking),
  'there is a reason for no microphone, and for nothing else': ({ state }) => (state.problem !== undefined) === isOf('refused')(state),
};

function apply(before: Model, event: DictationEvent): Model {
  const transition = pickTransition(before.state, event);
  let now: Model = transition ? { ...before, state: transition.state } : before;
  if (transition && event.type === 'failed') now = { ...now, isSending: false };
  for (const command of transition?.commands ?? []) {
    if (command === 'record' && !now.isAsking) throw new Error('A recorder was opened without a microphone');
    now = { ...now, ...effects[command](now) };
  }
  for (const [name, holds] of Object.entries(invariants)) {
    if (!holds(now, event, before)) throw new Error(`${name}: ${JSON.stringify({ before, event, now })}`);
  }
  return now;
}

const visitorTypes = ['agreed', 'stopped', 'stopped', 'retried', 'discarded'] as const;
const attemptTypes = ['granted', 'granted', 'granted', 'cut-off', 'transcribed', 'unheard', 'failed', 'failed'] as const;

/** The attempt counts back from the newest attempt. */
const attempt = fc.constantFrom(0, 0, 0, 1, 2);
const anyEvent: fc.Arbitrary<DictationEvent> = fc.oneof(
  fc.record({ type: fc.constant('started'), recogniser: fc.constantFrom('site', 'browser'), needsNotice: fc.boolean() }),
  fc.record({ type: fc.constantFrom(...visitorTypes) }),
  fc.record({ type: fc.constantFrom(...attemptTypes), attempt }),
  fc.record({ type: fc.constant('refused'), attempt, problem: fc.constant('microphone-denied') }),
);

const emptyModel: Model = { state: initialState, isAsking: false, isOpen: false, hasRecording: false, isSending: false, delivered: [] };

it('any sequence of events keeps every invariant of dictation and reaches every phase', () => {
  const visits = new Map<Phase, number>();
  const effective = new Set<EventType>();
  forAll(fc.array(anyEvent, { minLength: 400, maxLength: 400, size: 'max' }), (events) => {
    events.reduce((model, next) => {
      const event = 'attempt' in next ? { ...next, attempt: model.state.attempt - next.attempt } : next;
      const now = apply(model, event);
      visits.set(now.state.phase, (visits.get(now.state.phase) ?? 0) + 1);
      if (now.state !== model.state) effective.add(event.type);
      return now;
    }, emptyModel);
  });
  // Events without an effect would keep every invariant.
  expect(visits.size).toBe(8);
  expect(Math.min(...visits.values())).toBeGreaterThan(5);
  expect(effective.size).toBe(11);
});
