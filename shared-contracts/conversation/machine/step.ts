import type { Phase } from '../conversation.ts';
import { changeCall, restartCall, startCall } from './call-state.ts';
import type { CallState, EventType, MachineEvent, MachineState, TransportCommand } from './machine-state.ts';
import { isDisconnecting, phaseAfterReconnect, type Transition, transitions } from './transitions.ts';

export interface TransitionResult {
  readonly state: MachineState;
  readonly commands: readonly TransportCommand[];
}

/** Which events need more than their phase. */
const conditions: Partial<Record<EventType, (now: MachineState, call: CallState | undefined) => boolean>> = {
  // One message waits already.
  'message-sent': ({ isQueued }) => !isQueued,
  held: (now, call) => canBeHeard(now, call) && call?.talkingMode === 'push-to-talk',
  'visitor-speech-started': (now, call) => canBeHeard(now, call) && call?.talkingMode === 'continuous' && !call.isMicrophoneMuted,
  released: (_, call) => call?.talkingMode === 'push-to-talk',
  'visitor-speech-ended': (_, call) => call?.talkingMode === 'continuous',
  'connection-lost': ({ isConnected }, call) => isConnected && call !== undefined,
  'microphone-granted': ({ phase }) => phase === 'connecting',
  understood: (_, call) => call?.wasUnheard === true,
  // Elsewhere an answer that broke is over.
  'answer-started': ({ phase, isConnected }, call) => phase !== 'failed' || (isConnected && call !== undefined),
};

function canBeHeard({ isConnected }: MachineState, call: CallState | undefined): boolean {
  return isConnected && call !== undefined && call.hearing !== 'none';
}

/** These change the call in whatever phase it is. */
const callEvents: ReadonlySet<EventType> = new Set<EventType>([
  ...(['microphone-granted', 'slow', 'queued', 'hang', 'hang-passed', 'playback-blocked', 'playback-resumed'] as const),
  ...(['talking-mode-chosen', 'microphone-switched', 'guide-switched'] as const),
]);
const turnRaisers: ReadonlySet<EventType> = new Set<EventType>(['message-sent', 'held', 'visitor-speech-started']);
const waitingPhases: ReadonlySet<Phase> = new Set<Phase>(['connecting', 'reconnecting']);

/** The step `event` takes from `now`; undefined when it moves nothing, as everything about an older turn. */
export function transition(now: MachineState, event: MachineEvent): TransitionResult | undefined {
  if ('turn' in event && event.turn !== now.turn) return undefined;
  if (conditions[event.type]?.(now, now.call) === false) return undefined;
  const call = pickCall(now, event);
  const move = transitions[now.phase][event.type];
  if (callEvents.has(event.type) ? call === now.call : !move) return undefined;
  return move ? takeMove(now, event.type, move, call) : { state: { ...now, call }, commands: [] };
}

function pickCall({ call }: MachineState, event: MachineEvent): CallState | undefined {
  if (event.type === 'start-requested') return event.preferences && startCall(event.preferences);
  if (event.type === 'stopped' || event.type === 'ended') return undefined;
  return call && changeCall(call, event);
}

function takeMove(now: MachineState, type: EventType, [to, ...commands]: Transition, call: CallState | undefined): TransitionResult {
  const turn = turnRaisers.has(type) ? now.turn + 1 : now.turn;
  const isConnected = type === 'connected' || type === 'connection-restored' || (now.isConnected && !isDisconnecting(type));
  const resumes = type === 'connection-lost' ? (phaseAfterReconnect[now.phase] ?? 'ready') : 'ready';
  const next: MachineState = { phase: to, turn, isConnected, isQueued: type === 'start-requested' && now.isQueued, resumes, call };
  if (to === 'thinking' && !isConnected) return queue(now.phase, next);
  const isRestored = type === 'connected' || type === 'connection-restored';
  if (isRestored && now.isQueued) return { state: { ...next, phase: 'thinking', isQueued: false }, commands: ['send'] };
  return { state: type === 'connection-restored' ? { ...next, phase: now.resumes } : next, commands };
}

/** Nothing can be sent yet: the message waits, and a transport that is gone is connected anew. */
function queue(from: Phase, next: MachineState): TransitionResult {
  if (waitingPhases.has(from)) return { state: { ...next, phase: from, isQueued: true }, commands: [] };
  const call = next.call && restartCall(next.call);
  return { state: { ...next, phase: 'connecting', isQueued: true, call }, commands: ['connect'] };
}
