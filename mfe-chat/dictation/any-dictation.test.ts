import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type Command, type DictationEvent, type DictationState, type EventType, type Phase, silent, step } from './dictation-state.ts';

/** What the commands have begun and not ended yet, as the runner would have it. */
interface World {
  readonly state: DictationState;
  readonly isAsking: boolean;
  readonly isOpen: boolean;
  readonly isKept: boolean;
  readonly isSending: boolean;
  /** Attempts whose words went to the visitor. */
  readonly handedOver: readonly number[];
}

type Change = (world: World) => Partial<World>;

const effects: Record<Command, Change> = {
  ask: () => ({ isAsking: true }),
  record: () => ({ isAsking: false, isOpen: true }),
  finish: ({ isOpen }) => ({ isOpen: false, isKept: isOpen }),
  transcribe: ({ isKept }) => ({ isSending: isKept }),
  'hand-over': ({ handedOver, state }) => ({ handedOver: [...handedOver, state.attempt] }),
  end: () => ({ isAsking: false, isOpen: false, isKept: false, isSending: false }),
};

const isOf =
  (...phases: Phase[]) =>
  ({ phase }: DictationState) =>
    phases.includes(phase);

/** The laws of dictating: each names itself and says whether it was kept. */
const laws: Readonly<Record<string, (now: World, event: DictationEvent, before: World) => boolean>> = {
  'the recorder is open exactly while recording': ({ isOpen, state }) => isOpen === isOf('recording')(state),
  'the microphone is asked for exactly while asking': ({ isAsking, state }) => isAsking === isOf('asking')(state),
  'a recording is kept from its end until its words are there or it is discarded': ({ isKept, state }) =>
    isKept === isOf('transcribing', 'failed')(state),
  'it is being sent exactly while transcribing': ({ isSending, state }) => isSending === isOf('transcribing')(state),
  'a kept recording goes only with its words, without any, or by the visitor': (now, { type }, before) =>
    !before.isKept || now.isKept || type === 'understood' || type === 'unheard' || type === 'discarded',
  'no words are handed over twice': ({ handedOver }) => new Set(handedOver).size === handedOver.length,
  'words are handed over when they were understood, and only then': (now, { type }, before) =>
    now.handedOver.length - before.handedOver.length === (type === 'understood' && now.state !== before.state ? 1 : 0),
  'what is late moves nothing': (now, event, before) =>
    !('attempt' in event) || event.attempt === before.state.attempt || now.state === before.state,
  'discarding ends everything': ({ state }, { type }) => type !== 'discarded' || isOf('idle')(state),
  'stopping while asked really stops': (now, { type }, before) =>
    type !== 'stopped' || !isOf('asking')(before.state) || (isOf('idle')(now.state) && !now.isAsking),
  'there is a reason for no microphone, and for nothing else': ({ state }) => (state.problem !== undefined) === isOf('refused')(state),
};

function walk(before: World, event: DictationEvent): World {
  const taken = step(before.state, event);
  let now: World = taken ? { ...before, state: taken.state } : before;
  // What broke is not under way any more.
  if (taken && event.type === 'broke') now = { ...now, isSending: false };
  for (const command of taken?.commands ?? []) {
    if (command === 'record' && !now.isAsking) throw new Error('A recorder was opened without a microphone');
    now = { ...now, ...effects[command](now) };
  }
  for (const [law, isKept] of Object.entries(laws)) {
    if (!isKept(now, event, before)) throw new Error(`${law}: ${JSON.stringify({ before, event, now })}`);
  }
  return now;
}

const plainTypes = ['agreed', 'stopped', 'stopped', 'retried', 'discarded'] as const;
const lateTypes = ['granted', 'granted', 'granted', 'ran-out', 'understood', 'unheard', 'broke', 'broke'] as const;

/** An event about the newest attempt, or about one `late` before it. */
type Make = (attempt: number) => DictationEvent;
const late = fc.constantFrom(0, 0, 0, 1, 2);
const anyEvent: fc.Arbitrary<Make> = fc.oneof(
  fc.boolean().map(
    (needsNotice): Make =>
      () => ({ type: 'begun', needsNotice }),
  ),
  fc.constantFrom(...plainTypes).map(
    (type): Make =>
      () => ({ type }),
  ),
  fc.tuple(fc.constantFrom(...lateTypes), late).map(
    ([type, back]): Make =>
      (attempt) => ({ type, attempt: attempt - back }),
  ),
  late.map(
    (back): Make =>
      (attempt) => ({ type: 'refused', attempt: attempt - back, problem: 'denied' }),
  ),
);

const nothing: World = { state: silent, isAsking: false, isOpen: false, isKept: false, isSending: false, handedOver: [] };

describe('dictating, through any events', () => {
  it('keeps every law, and gets everywhere', () => {
    const visits = new Map<Phase, number>();
    const moved = new Set<EventType>();
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60, size: 'max' }), (makes) => {
        makes.reduce((world, make) => {
          const event = make(world.state.attempt);
          const now = walk(world, event);
          visits.set(now.state.phase, (visits.get(now.state.phase) ?? 0) + 1);
          if (now.state !== world.state) moved.add(event.type);
          return now;
        }, nothing);
      }),
      { numRuns: 6_000 },
    );
    // A walk that never gets anywhere would keep every law.
    expect(visits.size).toBe(8);
    expect(Math.min(...visits.values())).toBeGreaterThan(100);
    expect(moved.size).toBe(11);
  });
});
