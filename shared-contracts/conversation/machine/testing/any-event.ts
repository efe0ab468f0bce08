import type { EventType, MachineEvent } from '../machine-state.ts';

const talkingModes = ['push-to-talk', 'continuous'] as const;
const hearings = ['site', 'site', 'browser', 'none'] as const;
const categories = ['network', 'timeout', 'microphone-denied', 'unsupported'] as const;

/** Picks one of a list by a number from 0 up to 1. */
const pick = <Item>(items: readonly Item[], share: number) => items[Math.floor(share * items.length)] as Item;

type Make = (share: number, turn: number) => MachineEvent;
const plain =
  (type: Exclude<EventType, 'start-requested'>): Make =>
  () =>
    ({ type, text: 'x', newId: () => 'id', reason: type }) as MachineEvent;
const ofTurn =
  (type: 'answer-started' | 'turn-completed' | 'turn-failed' | 'unheard' | 'understood'): Make =>
  (_, turn) =>
    type === 'turn-failed' ? { type, turn, failure: { category: 'network' } } : ({ type, turn } as MachineEvent);

/** Often what continues a visit, seldom what ends it. */
const makers: readonly Make[] = [
  ...[
    'connected',
    'connected',
    'connected',
    'message-sent',
    'held',
    'held',
    'released',
    'released',
    'visitor-speech-started',
    'visitor-speech-started',
    'visitor-speech-ended',
  ].map((type) => plain(type as 'message-sent')),
  ...(
    [
      'connection-lost',
      'connection-restored',
      'connection-restored',
      'hang',
      'hang-passed',
      'hearing-lost',
      'playback-blocked',
      'playback-resumed',
      'slow',
    ] as const
  ).map(plain),
  ...(['retried', 'interrupted', 'stopped', 'ended'] as const).map(plain),
  ...(['answer-started', 'answer-started', 'turn-completed', 'turn-completed', 'turn-failed', 'unheard', 'understood'] as const).map(
    ofTurn,
  ),
  ...[1, 0.7].map(
    (calls): Make =>
      (share) =>
        share > calls
          ? { type: 'start-requested', kind: 'text', options: {}, preferences: undefined }
          : {
              ...{ type: 'start-requested', kind: 'voice', options: {} },
              preferences: { talkingMode: pick(talkingModes, share), isAudioMuted: share > 0.8 },
            },
  ),
  (share) => ({ type: 'talking-mode-chosen', talkingMode: pick(talkingModes, share) }),
  (share) => ({ type: 'microphone-switched', isMuted: share > 0.5 }),
  (share) => ({ type: 'guide-switched', isMuted: share > 0.5, by: 'visitor' }),
  (share) => ({ type: 'microphone-taken', isTaken: share > 0.5 }),
  (share) => ({ type: 'microphone-granted', hearing: pick(hearings, share) }),
  (share) => ({ type: 'queued', ahead: share > 0.5 ? 2 : undefined }),
  (share) => ({ type: 'failed', failure: { category: pick(categories, share) } }),
];

/** Three numbers from 0 up to 1 make one event; most are about `turn`, some about one before. */
export function makeEvent([kind, share, back]: readonly [number, number, number], turn: number): MachineEvent {
  return pick(makers, kind)(share, turn - Math.floor(Math.max(0, back - 0.8) * 15));
}
