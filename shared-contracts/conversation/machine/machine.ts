import type { Phase } from '../conversation.ts';
import { canHear, changeCall, restartCall, startCall } from './call-state.ts';
import type { CallState, Connection, EventType, Exchange, MachineEvent, MachineState } from './machine-state.ts';

export const initialMachine: MachineState = { connection: 'off', exchange: 'idle', turn: 0, call: undefined };

/** What the runtime does with the transport, in order. Microphone, guide's voice and timers follow from the state itself. */
export type TransportCommand = 'open' | 'send' | 'cancel' | 'close' | 'listen' | 'finish';

type Table<State extends string> = Record<State, Partial<Record<EventType, readonly [to: State, ...commands: TransportCommand[]]>>>;

const running = {
  'start-requested': ['connecting', 'close', 'open'],
  stopped: ['off', 'close'],
  failed: ['broken', 'close'],
  ended: ['off', 'close'],
} as const;

/** An event that is not here changes nothing. */
const connections: Table<Connection> = {
  off: { 'start-requested': ['connecting', 'open'] },
  connecting: { ...running, connected: ['open'] },
  open: { ...running, 'connection-lost': ['lost'] },
  lost: { ...running, 'connection-restored': ['open'] },
  broken: {
    'start-requested': ['connecting', 'open'],
    stopped: ['off'],
    'message-sent': ['connecting', 'open'],
    retried: ['connecting', 'open'],
  },
};

/** A transport that is left ends what was being said. */
const left = { 'start-requested': ['idle'], stopped: ['idle'], failed: ['idle'], ended: ['idle'] } as const;
const spoken = { held: ['listening', 'listen'], 'visitor-speech-started': ['listening', 'listen'] } as const;
const written = { 'message-sent': ['thinking', 'send'], retried: ['thinking', 'send'] } as const;
const answered = { 'turn-completed': ['idle'], 'turn-failed': ['failed'], interrupted: ['idle', 'cancel'] } as const;
const handedOver = ['thinking', 'finish'] as const;

const exchanges: Table<Exchange> = {
  idle: { ...left, ...spoken, ...written, 'answer-started': ['speaking'], understood: ['thinking'] },
  waiting: { ...left, 'start-requested': ['waiting'], connected: ['thinking', 'send'], 'connection-restored': ['thinking', 'send'] },
  listening: {
    ...left,
    released: handedOver,
    'visitor-speech-ended': handedOver,
    // Whatever closes the microphone ends what is being said into it.
    'talking-mode-chosen': handedOver,
    'microphone-switched': handedOver,
    'microphone-taken': handedOver,
    'connection-lost': ['thinking'],
    'hearing-lost': ['idle', 'cancel'],
  },
  thinking: { ...left, ...spoken, ...answered, 'answer-started': ['speaking'], unheard: ['idle'] },
  speaking: { ...left, ...spoken, ...answered },
  // An answer that took too long may come after all, as long as the call is open.
  failed: { ...left, ...spoken, ...written, 'answer-started': ['speaking'], 'connection-lost': ['idle'] },
};

const phases: Record<Exclude<Connection, 'open'>, Phase> = { off: 'off', connecting: 'connecting', lost: 'reconnecting', broken: 'failed' };

export function phaseOf({ connection, exchange }: Pick<MachineState, 'connection' | 'exchange'>): Phase {
  if (connection !== 'open') return phases[connection];
  return exchange === 'idle' || exchange === 'waiting' ? 'ready' : exchange;
}

const recognisesSpeech = ({ call }: MachineState) => call !== undefined && canHear(call);

/** Which events need more than their place in the tables. */
const conditions: Partial<Record<EventType, (state: MachineState) => boolean>> = {
  held: (state) => recognisesSpeech(state) && state.call?.talkingMode === 'push-to-talk',
  'visitor-speech-started': (state) => recognisesSpeech(state) && state.call?.talkingMode === 'continuous' && !state.call.isMicrophoneMuted,
  released: ({ call }) => call?.talkingMode === 'push-to-talk',
  'visitor-speech-ended': ({ call }) => call?.talkingMode === 'continuous',
  'connection-lost': ({ call }) => call !== undefined,
  'microphone-granted': ({ connection }) => connection === 'connecting',
  understood: ({ call }) => call?.wasUnheard === true,
  // Elsewhere an answer that broke is over.
  'answer-started': ({ exchange, call }) => exchange !== 'failed' || call !== undefined,
};

/** These change the call wherever the tables are. */
const callEvents: ReadonlySet<EventType> = new Set<EventType>([
  ...(['microphone-granted', 'hearing-lost', 'microphone-taken', 'slow', 'queued', 'playback-blocked', 'playback-resumed'] as const),
  ...(['talking-mode-chosen', 'microphone-switched'] as const),
]);
const turnStarters: ReadonlySet<EventType> = new Set<EventType>(['message-sent', 'held', 'visitor-speech-started']);

export interface Transition {
  readonly machine: MachineState;
  readonly commands: readonly TransportCommand[];
}

/** Where `event` leads from `state`; undefined when it changes nothing, as every event of an older turn. */
export function transition(state: MachineState, event: MachineEvent): Transition | undefined {
  const { type } = event;
  if ('turn' in event && event.turn !== state.turn) return undefined;
  if (conditions[type]?.(state) === false) return undefined;
  const connected = connections[state.connection][type];
  const exchanged = pickExchange(state, type, connected !== undefined);
  const call = pickCall(state, event);
  if (callEvents.has(type) ? call === state.call : !connected && !exchanged) return undefined;
  const [connection, ...outer] = connected ?? [state.connection];
  const [exchange, ...inner] = exchanged ?? [state.exchange];
  const turn = exchanged && turnStarters.has(type) ? state.turn + 1 : state.turn;
  return { machine: { connection, exchange, turn, call }, commands: [...outer, ...inner] };
}

/** While the transport does not answer, one message can wait for it. */
function pickExchange({ connection, exchange }: MachineState, type: EventType, isConnecting: boolean) {
  const isMessage = type === 'message-sent' && connection !== 'off' && exchange !== 'waiting';
  if (connection !== 'open' && (isMessage || (isConnecting && type === 'retried'))) return ['waiting'] as const;
  return connection === 'open' || isConnecting ? exchanges[exchange][type] : undefined;
}

function pickCall({ connection, call }: MachineState, event: MachineEvent): CallState | undefined {
  if (event.type === 'start-requested') return event.preferences && startCall(event.preferences);
  if (event.type === 'stopped' || event.type === 'ended') return undefined;
  const isCalledAgain = connection === 'broken' && (event.type === 'message-sent' || event.type === 'retried');
  return call && (isCalledAgain ? restartCall(call) : changeCall(call, event));
}
