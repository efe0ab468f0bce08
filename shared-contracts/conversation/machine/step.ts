import type { Phase } from '../conversation.ts';
import { beginAgain, beginCall, changeCall } from './call-state.ts';
import type { CallState, Command, EventType, MachineEvent, MachineState } from './machine-state.ts';
import { isDisconnecting, type Move, moves, resumption } from './transitions.ts';

export interface Step {
  readonly state: MachineState;
  readonly commands: readonly Command[];
}

/** Which events need more than their phase. */
const conditions: Partial<Record<EventType, (now: MachineState, call: CallState | undefined) => boolean>> = {
  // One message waits already.
  said: ({ isQueued }) => !isQueued,
  held: (now, call) => canBeHeard(now, call) && call?.talkingMode === 'push-to-talk',
  heard: (now, call) => canBeHeard(now, call) && call?.talkingMode === 'continuous' && !call.isMicrophoneMuted,
  released: (_, call) => call?.talkingMode === 'push-to-talk',
  'heard-out': (_, call) => call?.talkingMode === 'continuous',
  'line-lost': ({ isConnected }, call) => isConnected && call !== undefined,
  'microphone-granted': ({ phase }) => phase === 'connecting',
  understood: (_, call) => call?.wasUnheard === true,
  // Elsewhere an answer that broke is over.
  'answer-began': ({ phase, isConnected }, call) => phase !== 'failed' || (isConnected && call !== undefined),
};

function canBeHeard({ isConnected }: MachineState, call: CallState | undefined): boolean {
  return isConnected && call !== undefined && call.hearing !== 'none';
}

/** These change the call in whatever phase it is. */
const callEvents: ReadonlySet<EventType> = new Set<EventType>([
  ...(['microphone-granted', 'slow', 'queued', 'hang', 'hang-over', 'playback-blocked', 'playback-resumed'] as const),
  ...(['talking-mode-chosen', 'microphone-switched', 'guide-switched'] as const),
]);
const turnRaisers: ReadonlySet<EventType> = new Set<EventType>(['said', 'held', 'heard']);
const waitingPhases: ReadonlySet<Phase> = new Set<Phase>(['connecting', 'reconnecting']);

/** The step `event` takes from `now`; undefined when it moves nothing, as everything about an older turn. */
export function step(now: MachineState, event: MachineEvent): Step | undefined {
  if ('turn' in event && event.turn !== now.turn) return undefined;
  if (conditions[event.type]?.(now, now.call) === false) return undefined;
  const call = pickCall(now, event);
  const move = moves[now.phase][event.type];
  if (callEvents.has(event.type) ? call === now.call : !move) return undefined;
  return move ? takeMove(now, event.type, move, call) : { state: { ...now, call }, commands: [] };
}

function pickCall({ call }: MachineState, event: MachineEvent): CallState | undefined {
  if (event.type === 'started') return event.wishes && beginCall(event.wishes);
  if (event.type === 'stopped' || event.type === 'ended') return undefined;
  return call && changeCall(call, event);
}

function takeMove(now: MachineState, type: EventType, [to, ...commands]: Move, call: CallState | undefined): Step {
  const turn = turnRaisers.has(type) ? now.turn + 1 : now.turn;
  const isConnected = type === 'connected' || type === 'line-restored' || (now.isConnected && !isDisconnecting(type));
  const resumes = type === 'line-lost' ? (resumption[now.phase] ?? 'ready') : 'ready';
  const next: MachineState = { phase: to, turn, isConnected, isQueued: type === 'started' && now.isQueued, resumes, call };
  if (to === 'thinking' && !isConnected) return queue(now.phase, next);
  const isRestored = type === 'connected' || type === 'line-restored';
  if (isRestored && now.isQueued) return { state: { ...next, phase: 'thinking', isQueued: false }, commands: ['send'] };
  return { state: type === 'line-restored' ? { ...next, phase: now.resumes } : next, commands };
}

/** Nothing can be sent yet: the message waits, and a transport that is gone is connected anew. */
function queue(from: Phase, next: MachineState): Step {
  if (waitingPhases.has(from)) return { state: { ...next, phase: from, isQueued: true }, commands: [] };
  const call = next.call && beginAgain(next.call);
  return { state: { ...next, phase: 'connecting', isQueued: true, call }, commands: ['connect'] };
}
