import type { Phase } from '../conversation.ts';
import { canHear, changeCall, restartCall, startCall } from './call-state.ts';
import type { CallState, EventType, MachineEvent, MachineState, TransportCommand } from './machine-state.ts';

type Transition = readonly [to: Phase, ...commands: TransportCommand[]];
type Transitions = Partial<Record<EventType, Transition>>;

/** What can happen to any transport, whatever is being said. */
const anyTransport: Transitions = {
  'start-requested': ['connecting', 'close', 'connect'],
  stopped: ['off', 'close'],
  failed: ['failed', 'close'],
  ended: ['off', 'close'],
};

/** A transport that answers: the visitor may begin to speak, and the connection may be lost. */
const connectedTransport: Transitions = {
  ...anyTransport,
  held: ['listening', 'listen'],
  'visitor-speech-started': ['listening', 'listen'],
  'connection-lost': ['reconnecting'],
};

const send: Transition = ['thinking', 'send'];
const released: Transition = ['thinking', 'finish'];

/** Which phase an event leads to, and what has to be done for it. An event that is not here changes nothing. */
const transitions: Record<Phase, Transitions> = {
  off: { 'start-requested': ['connecting', 'connect'] },
  connecting: { ...anyTransport, connected: ['ready'], 'message-sent': send },
  ready: { ...connectedTransport, 'message-sent': send, retried: send, 'answer-started': ['speaking'], understood: ['thinking'] },
  listening: {
    ...anyTransport,
    'connection-lost': ['reconnecting'],
    'hearing-lost': ['ready', 'cancel'],
    released,
    'visitor-speech-ended': released,
    // Whatever closes the microphone ends what is being said into it.
    'talking-mode-chosen': released,
    'microphone-switched': released,
    'microphone-taken': released,
  },
  thinking: {
    ...connectedTransport,
    'answer-started': ['speaking'],
    'turn-completed': ['ready'],
    'turn-failed': ['failed'],
    unheard: ['ready'],
    interrupted: ['ready', 'cancel'],
  },
  speaking: { ...connectedTransport, 'turn-completed': ['ready'], 'turn-failed': ['failed'], interrupted: ['ready', 'cancel'] },
  // `connection-restored` leads to `resumes` instead.
  reconnecting: { ...anyTransport, 'connection-restored': ['ready'], 'message-sent': send },
  // An answer that took too long may come after all, as long as the call is open.
  failed: { ...connectedTransport, 'message-sent': send, retried: send, 'answer-started': ['speaking'] },
};

/** Phase after a connection that was lost in this one; what was held then is released. */
const phaseAfterReconnect: Partial<Record<Phase, 'thinking' | 'speaking'>> = {
  listening: 'thinking',
  thinking: 'thinking',
  speaking: 'speaking',
};

/** Which events need more than their phase. */
const conditions: Partial<Record<EventType, (state: MachineState, call: CallState | undefined) => boolean>> = {
  // One message waits already.
  'message-sent': ({ isQueued }) => !isQueued,
  held: (state, call) => recognisesSpeech(state, call) && call?.talkingMode === 'push-to-talk',
  'visitor-speech-started': (state, call) => recognisesSpeech(state, call) && call?.talkingMode === 'continuous' && !call.isMicrophoneMuted,
  released: (_, call) => call?.talkingMode === 'push-to-talk',
  'visitor-speech-ended': (_, call) => call?.talkingMode === 'continuous',
  'connection-lost': ({ isConnected }, call) => isConnected && call !== undefined,
  'microphone-granted': ({ phase }) => phase === 'connecting',
  understood: (_, call) => call?.wasUnheard === true,
  // Elsewhere an answer that broke is over.
  'answer-started': ({ phase, isConnected }, call) => phase !== 'failed' || (isConnected && call !== undefined),
};

function recognisesSpeech({ isConnected }: MachineState, call: CallState | undefined): boolean {
  return isConnected && call !== undefined && canHear(call);
}

/** These change the call in whatever phase it is. */
const callEvents: ReadonlySet<EventType> = new Set<EventType>([
  ...([
    'microphone-granted',
    'hearing-lost',
    'microphone-taken',
    'slow',
    'queued',
    'hang',
    'hang-passed',
    'playback-blocked',
    'playback-resumed',
  ] as const),
  ...(['talking-mode-chosen', 'microphone-switched', 'guide-switched'] as const),
]);
const turnStarters: ReadonlySet<EventType> = new Set<EventType>(['message-sent', 'held', 'visitor-speech-started']);
const connecters: ReadonlySet<EventType> = new Set<EventType>(['connected', 'connection-restored']);
const isDisconnecting = (type: EventType) => Object.hasOwn(anyTransport, type) || type === 'connection-lost';

export interface TransitionResult {
  readonly state: MachineState;
  readonly commands: readonly TransportCommand[];
}

/** Where `event` leads from `state`; undefined when it changes nothing, as every event of an older turn. */
export function transition(state: MachineState, event: MachineEvent): TransitionResult | undefined {
  if ('turn' in event && event.turn !== state.turn) return undefined;
  if (conditions[event.type]?.(state, state.call) === false) return undefined;
  const call = pickCall(state, event);
  const found = transitions[state.phase][event.type];
  if (callEvents.has(event.type) ? call === state.call : !found) return undefined;
  return found ? follow(found, { state, type: event.type, call }) : { state: { ...state, call }, commands: [] };
}

function pickCall({ call }: MachineState, event: MachineEvent): CallState | undefined {
  if (event.type === 'start-requested') return event.preferences && startCall(event.preferences);
  if (event.type === 'stopped' || event.type === 'ended') return undefined;
  return call && changeCall(call, event);
}

function follow(
  [to, ...commands]: Transition,
  { state, type, call }: { state: MachineState; type: EventType; call: CallState | undefined },
): TransitionResult {
  const turn = turnStarters.has(type) ? state.turn + 1 : state.turn;
  const isConnected = connecters.has(type) || (state.isConnected && !isDisconnecting(type));
  const resumes = type === 'connection-lost' ? (phaseAfterReconnect[state.phase] ?? 'ready') : 'ready';
  const next: MachineState = { phase: to, turn, isConnected, isQueued: type === 'start-requested' && state.isQueued, resumes, call };
  if (to === 'thinking' && !isConnected) return queue(state.phase, next);
  if (connecters.has(type) && state.isQueued) return { state: { ...next, phase: 'thinking', isQueued: false }, commands: ['send'] };
  return { state: type === 'connection-restored' ? { ...next, phase: state.resumes } : next, commands };
}

/** Nothing can be sent yet: the message waits, and a transport that is gone connects again. */
function queue(from: Phase, next: MachineState): TransitionResult {
  if (from === 'connecting' || from === 'reconnecting') return { state: { ...next, phase: from, isQueued: true }, commands: [] };
  const call = next.call && restartCall(next.call);
  return { state: { ...next, phase: 'connecting', isQueued: true, call }, commands: ['connect'] };
}
