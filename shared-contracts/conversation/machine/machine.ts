import type { FailureCategory } from '../../voice/failure.ts';
import type { ConnectionStep } from '../../voice/voice-state.ts';
import type { Phase } from '../conversation.ts';
import type { EventOf } from '../transport.ts';
import type { CallState, Connection, EventType, Exchange, GuideMute, MachineEvent, MachineState } from './machine-state.ts';

export const initialMachine: MachineState = { connection: 'off', exchange: 'idle', turn: 0, voice: undefined };

export type TransportCommand = 'open' | 'send' | 'cancel' | 'close' | 'listen' | 'finish';

type Table<State extends string> = Record<State, Partial<Record<EventType, readonly [to: State, ...commands: TransportCommand[]]>>>;

const running = {
  'start-requested': ['connecting', 'close', 'open'],
  stopped: ['off', 'close'],
  failed: ['broken', 'close'],
  ended: ['off', 'close'],
} as const;

/** Events that a state does not list change nothing. */
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
    // Everything that closes the microphone finishes the spoken turn.
    'talking-mode-chosen': handedOver,
    'microphone-switched': handedOver,
    'microphone-taken': handedOver,
    'connection-lost': ['thinking'],
    'hearing-lost': ['idle', 'cancel'],
  },
  thinking: { ...left, ...spoken, ...answered, 'answer-started': ['speaking'], unheard: ['idle'] },
  speaking: { ...left, ...spoken, ...answered },
  // A late answer is accepted while the call is open.
  failed: { ...left, ...spoken, ...written, 'answer-started': ['speaking'], 'connection-lost': ['idle'] },
};

const phases: Record<Exclude<Connection, 'open'>, Phase> = { off: 'off', connecting: 'connecting', lost: 'reconnecting', broken: 'failed' };

export function phaseOf({ connection, exchange }: Pick<MachineState, 'connection' | 'exchange'>): Phase {
  if (connection !== 'open') return phases[connection];
  return exchange === 'idle' || exchange === 'waiting' ? 'ready' : exchange;
}

export const isActive = ({ connection }: Pick<MachineState, 'connection'>): boolean => connection !== 'off' && connection !== 'broken';

const canHear = ({ hearing, microphone }: CallState): boolean => hearing !== 'none' && microphone === 'available';

const conditions: Partial<Record<EventType, (state: MachineState) => boolean>> = {
  held: ({ voice }) => voice?.talkingMode === 'push-to-talk' && canHear(voice),
  'visitor-speech-started': ({ voice }) => voice?.talkingMode === 'continuous' && canHear(voice) && !voice.isMicrophoneMuted,
  released: ({ voice }) => voice?.talkingMode === 'push-to-talk',
  'visitor-speech-ended': ({ voice }) => voice?.talkingMode === 'continuous',
  'connection-lost': ({ voice }) => voice !== undefined,
  'microphone-granted': ({ connection }) => connection === 'connecting',
  understood: ({ voice }) => voice?.wasUnheard === true,
  // In text, a broken answer cannot continue.
  'answer-started': ({ exchange, voice }) => exchange !== 'failed' || voice !== undefined,
};

/** These events count only if they change the call. */
const callEvents: ReadonlySet<EventType> = new Set<EventType>([
  ...(['microphone-granted', 'hearing-lost', 'microphone-taken', 'slow', 'queued', 'playback-blocked', 'playback-resumed'] as const),
  ...(['talking-mode-chosen', 'microphone-switched', 'video'] as const),
]);

/** Undefined if the event changes nothing, such as an event of an older turn. */
export function transition(state: MachineState, event: MachineEvent): { machine: MachineState; commands: TransportCommand[] } | undefined {
  const { type } = event;
  if ('turn' in event && event.turn !== state.turn) return undefined;
  if (conditions[type]?.(state) === false) return undefined;
  const connected = connections[state.connection][type];
  const exchanged = pickExchange(state, type, connected !== undefined);
  const voice = pickCall(state, event);
  if (callEvents.has(type) ? voice === state.voice : !connected && !exchanged) return undefined;
  const [connection, ...outer] = connected ?? [state.connection];
  const [exchange, ...inner] = exchanged ?? [state.exchange];
  // Only the visitor starts a turn.
  const isNewTurn = exchanged !== undefined && (type === 'message-sent' || inner.includes('listen'));
  const turn = isNewTurn ? state.turn + 1 : state.turn;
  return { machine: { connection, exchange, turn, voice }, commands: [...outer, ...inner] };
}

function pickExchange({ connection, exchange }: MachineState, type: EventType, isConnecting: boolean) {
  const isMessage = type === 'message-sent' && connection !== 'off' && exchange !== 'waiting';
  if (connection !== 'open' && (isMessage || (isConnecting && type === 'retried'))) return ['waiting'] as const;
  return connection === 'open' || isConnecting ? exchanges[exchange][type] : undefined;
}

function pickCall({ connection, voice }: MachineState, event: MachineEvent): CallState | undefined {
  if (event.type === 'start-requested') return event.preferences && { ...newCall, talkingMode: event.preferences.talkingMode };
  if (!voice || event.type === 'stopped' || event.type === 'ended') return undefined;
  if (connection === 'broken' && (event.type === 'message-sent' || event.type === 'retried')) return { ...voice, ...connecting };
  const change = callChanges[event.type] as ((call: CallState, event: MachineEvent) => Partial<CallState>) | undefined;
  return change ? changeCall(voice, change(voice, event)) : voice;
}

/** Returns the same object if nothing changed. */
function changeCall(call: CallState, change: Partial<CallState>): CallState {
  const isChanged = (Object.keys(change) as (keyof CallState)[]).some((key) => change[key] !== call[key]);
  return isChanged ? { ...call, ...change } : call;
}

/** Other failures lead to `guide-connection-error`. */
const stepAfter: Partial<Record<FailureCategory, ConnectionStep>> = {
  timeout: 'guide-connection-timeout',
  insecure: 'microphone-permission-unsupported',
  unsupported: 'microphone-permission-unsupported',
  'microphone-denied': 'obtain-microphone-permission',
  'microphone-dismissed': 'obtain-microphone-permission',
  'microphone-missing': 'obtain-microphone-permission',
  'microphone-busy': 'obtain-microphone-permission',
};

const notWaiting = { isSlow: false, ahead: undefined } as const;
const understood = { wasUnheard: false, unheardTurns: 0 } as const;
const unseen = { isPlaybackBlocked: false, video: undefined } as const;
const connecting = { ...notWaiting, ...understood, ...unseen, step: 'obtain-microphone-permission' } as const;
const switches = { isUserMuted: true, isMicrophoneOpen: false, isGuideMuted: false } as const;
const newCall = { ...connecting, ...switches, hearing: 'site', microphone: 'available', isMicrophoneMuted: false } as const;

const asksAgain = () => ({ wasUnheard: false });

const callChanges: { [Type in EventType]?: (call: CallState, event: EventOf<MachineEvent, Type>) => Partial<CallState> } = {
  'microphone-granted': (_, { hearing }) => ({ step: 'connect-to-guide', hearing, microphone: 'available' }),
  'hearing-lost': (_, { microphone }) => ({ hearing: 'none', wasUnheard: false, ...(microphone && { microphone }) }),
  'microphone-taken': (_, { isTaken }) => ({ microphone: isTaken ? 'taken' : 'available' }),
  slow: () => ({ isSlow: true }),
  queued: (_, { ahead }) => ({ ahead }),
  connected: () => ({ ...notWaiting, step: 'guide-connection-success' }),
  'connection-restored': () => notWaiting,
  failed: (_, { failure }) => ({ ...notWaiting, ...unseen, step: stepAfter[failure.category] ?? 'guide-connection-error' }),
  'answer-started': () => ({ ...understood, step: 'llm-speaking' }),
  understood: () => understood,
  unheard: countUnheard,
  'message-sent': asksAgain,
  held: asksAgain,
  'visitor-speech-started': asksAgain,
  'playback-blocked': () => ({ isPlaybackBlocked: true }),
  'playback-resumed': () => ({ isPlaybackBlocked: false }),
  'microphone-switched': (call, { isMuted }) => (call.talkingMode === 'continuous' ? { isMicrophoneMuted: isMuted } : {}),
  'talking-mode-chosen': (call, { talkingMode }) => (call.talkingMode === talkingMode ? {} : { talkingMode, isMicrophoneMuted: false }),
  video: (_, { stream }) => ({ video: stream }),
};

/** After this number of successive turns without words, a browser's recogniser counts as missing. */
const mostUnheardTurns = 2;

/** The museum's recogniser reports its failures. A browser's recogniser may fail silently. */
function countUnheard({ hearing, unheardTurns: before }: CallState): Partial<CallState> {
  const unheardTurns = before + 1;
  const isLost = hearing === 'browser' && unheardTurns >= mostUnheardTurns;
  return isLost || hearing === 'none' ? { hearing: 'none', unheardTurns } : { wasUnheard: true, unheardTurns };
}

type Mutes = ReadonlySet<GuideMute>;

function withMute(mutes: Mutes, reason: GuideMute, isMuted: boolean): Mutes {
  if (mutes.has(reason) === isMuted) return mutes;
  return new Set(isMuted ? [...mutes, reason] : [...mutes].filter((other) => other !== reason));
}

export function followMutes(mutes: Mutes, event: MachineEvent, { connection, exchange, voice }: MachineState): Mutes {
  const isOpen = connection === 'open' && voice !== undefined;
  let next = withMute(mutes, 'talking', isOpen && exchange === 'listening' && voice.talkingMode === 'push-to-talk');
  if (!isOpen || event.type.startsWith('hang')) next = withMute(next, 'hang', isOpen && event.type === 'hang');
  // A restored connection continues the interrupted speech.
  if (event.type === 'guide-behind') next = withMute(next, 'interrupted', event.isBehind);
  if (!isOpen && connection !== 'lost') next = withMute(next, 'interrupted', false);
  if (event.type === 'guide-switched') next = withMute(next, event.by, event.isMuted);
  if (event.type === 'start-requested' && event.preferences) next = withMute(next, 'visitor', event.preferences.isAudioMuted);
  return next;
}

/** The microphone is open while the button is held, or in continuous talk unless muted. Returns the same call if nothing changed. */
export function followSwitches({ connection, exchange, voice }: MachineState, mutes: Mutes): CallState | undefined {
  if (!voice) return undefined;
  const isUserMuted = voice.talkingMode === 'push-to-talk' ? exchange !== 'listening' : voice.isMicrophoneMuted;
  return changeCall(voice, {
    isUserMuted,
    isMicrophoneOpen: connection === 'open' && canHear(voice) && !isUserMuted,
    isGuideMuted: [...mutes].some((reason) => reason !== 'interrupted'),
  });
}
