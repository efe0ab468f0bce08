import type { FailureCategory } from '../../voice/failure.ts';
import type { ConnectionStep, VoiceState } from '../../voice/voice-state.ts';
import type { Phase } from '../conversation.ts';
import type { CallState, Connection, EventType, Exchange, GuideMute, MachineEvent, MachineState } from './machine-state.ts';

export const initialMachine: MachineState = { connection: 'off', exchange: 'idle', turn: 0, call: undefined };

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

const recognisesSpeech = ({ call }: MachineState) => call !== undefined && canHear(call);

const conditions: Partial<Record<EventType, (state: MachineState) => boolean>> = {
  held: (state) => recognisesSpeech(state) && state.call?.talkingMode === 'push-to-talk',
  'visitor-speech-started': (state) => recognisesSpeech(state) && state.call?.talkingMode === 'continuous' && !state.call.isMicrophoneMuted,
  released: ({ call }) => call?.talkingMode === 'push-to-talk',
  'visitor-speech-ended': ({ call }) => call?.talkingMode === 'continuous',
  'connection-lost': ({ call }) => call !== undefined,
  'microphone-granted': ({ connection }) => connection === 'connecting',
  understood: ({ call }) => call?.wasUnheard === true,
  // In text, a broken answer cannot continue.
  'answer-started': ({ exchange, call }) => exchange !== 'failed' || call !== undefined,
};

const callEvents: ReadonlySet<EventType> = new Set<EventType>([
  ...(['microphone-granted', 'hearing-lost', 'microphone-taken', 'slow', 'queued', 'playback-blocked', 'playback-resumed'] as const),
  ...(['talking-mode-chosen', 'microphone-switched'] as const),
]);

export interface Transition {
  readonly machine: MachineState;
  readonly commands: readonly TransportCommand[];
}

/** Undefined if the event changes nothing, such as an event of an older turn. */
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
  // Only the visitor starts a turn.
  const isNewTurn = exchanged !== undefined && (type === 'message-sent' || inner.includes('listen'));
  const turn = isNewTurn ? state.turn + 1 : state.turn;
  return { machine: { connection, exchange, turn, call }, commands: [...outer, ...inner] };
}

function pickExchange({ connection, exchange }: MachineState, type: EventType, isConnecting: boolean) {
  const isMessage = type === 'message-sent' && connection !== 'off' && exchange !== 'waiting';
  if (connection !== 'open' && (isMessage || (isConnecting && type === 'retried'))) return ['waiting'] as const;
  return connection === 'open' || isConnecting ? exchanges[exchange][type] : undefined;
}

function pickCall({ connection, call }: MachineState, event: MachineEvent): CallState | undefined {
  if (event.type === 'start-requested') return event.preferences && { ...newCall, talkingMode: event.preferences.talkingMode };
  if (event.type === 'stopped' || event.type === 'ended') return undefined;
  const isCalledAgain = connection === 'broken' && (event.type === 'message-sent' || event.type === 'retried');
  return call && (isCalledAgain ? { ...call, ...connecting } : changeCall(call, event));
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

const connecting = {
  step: 'obtain-microphone-permission',
  isSlow: false,
  ahead: undefined,
  isPlaybackBlocked: false,
  wasUnheard: false,
  unheardTurns: 0,
} as const;
const notWaiting = { isSlow: false, ahead: undefined } as const;

const newCall = { ...connecting, hearing: 'site', microphone: 'available', isMicrophoneMuted: false } as const;

const changes: Partial<Record<EventType, Partial<CallState>>> = {
  'microphone-granted': { step: 'connect-to-guide' },
  slow: { isSlow: true },
  connected: { ...notWaiting, step: 'guide-connection-success' },
  failed: { ...notWaiting, isPlaybackBlocked: false },
  'connection-restored': notWaiting,
  'answer-started': { step: 'llm-speaking', wasUnheard: false, unheardTurns: 0 },
  understood: { wasUnheard: false, unheardTurns: 0 },
  'message-sent': { wasUnheard: false },
  held: { wasUnheard: false },
  'visitor-speech-started': { wasUnheard: false },
  'playback-blocked': { isPlaybackBlocked: true },
  'playback-resumed': { isPlaybackBlocked: false },
};

/** After this number of successive turns without words, a browser's recogniser counts as missing. */
const mostUnheardTurns = 2;

/** The museum's recogniser reports its failures. A browser's recogniser may fail silently. */
function countUnheard({ hearing, unheardTurns: before }: CallState): Partial<CallState> {
  const unheardTurns = before + 1;
  const isLost = hearing === 'browser' && unheardTurns >= mostUnheardTurns;
  return isLost || hearing === 'none' ? { hearing: 'none', unheardTurns } : { wasUnheard: true, unheardTurns };
}

function pickValues(call: CallState, event: MachineEvent): Partial<CallState> {
  const { talkingMode } = call;
  switch (event.type) {
    case 'unheard':
      return countUnheard(call);
    case 'microphone-granted':
      return { hearing: event.hearing, microphone: 'available' };
    case 'hearing-lost':
      return { hearing: 'none', wasUnheard: false, ...(event.microphone && { microphone: event.microphone }) };
    case 'microphone-taken':
      return { microphone: event.isTaken ? 'taken' : 'available' };
    case 'queued':
      return { ahead: event.ahead };
    case 'failed':
      return { step: stepAfter[event.failure.category] ?? 'guide-connection-error' };
    case 'microphone-switched':
      return talkingMode === 'continuous' ? { isMicrophoneMuted: event.isMuted } : {};
    case 'talking-mode-chosen':
      return event.talkingMode === talkingMode ? {} : { talkingMode: event.talkingMode, isMicrophoneMuted: false };
    default:
      return {};
  }
}

/** Returns the same object if nothing changed. */
function changeCall(call: CallState, event: MachineEvent): CallState {
  const change: Partial<CallState> = { ...changes[event.type], ...pickValues(call, event) };
  const isChanged = (Object.keys(change) as (keyof CallState)[]).some((key) => change[key] !== call[key]);
  return isChanged ? { ...call, ...change } : call;
}

const canHear = ({ hearing, microphone }: CallState): boolean => hearing !== 'none' && microphone === 'available';

type VoicePart = Pick<MachineState, 'connection' | 'exchange' | 'call'>;

/** Open while the button is held, or in continuous talk unless muted. */
export function isMicrophoneOpen({ connection, exchange, call }: VoicePart): boolean {
  if (!call || connection !== 'open' || !canHear(call)) return false;
  return call.talkingMode === 'push-to-talk' ? exchange === 'listening' : !call.isMicrophoneMuted;
}

type Mutes = ReadonlySet<GuideMute>;

function withMute(mutes: Mutes, reason: GuideMute, isMuted: boolean): Mutes {
  if (mutes.has(reason) === isMuted) return mutes;
  return new Set(isMuted ? [...mutes, reason] : [...mutes].filter((other) => other !== reason));
}

export function followMutes(mutes: Mutes, event: MachineEvent, { connection, exchange, call }: VoicePart): Mutes {
  const isOpen = connection === 'open' && call !== undefined;
  let next = withMute(mutes, 'talking', isOpen && exchange === 'listening' && call.talkingMode === 'push-to-talk');
  if (!isOpen || event.type.startsWith('hang')) next = withMute(next, 'hang', isOpen && event.type === 'hang');
  // A restored connection continues the interrupted speech.
  if (event.type === 'guide-behind') next = withMute(next, 'interrupted', event.isBehind);
  if (!isOpen && connection !== 'lost') next = withMute(next, 'interrupted', false);
  if (event.type === 'guide-switched') next = withMute(next, event.by, event.isMuted);
  if (event.type === 'start-requested' && event.preferences) next = withMute(next, 'visitor', event.preferences.isAudioMuted);
  return next;
}

/** Undefined without a call. Returns `before` if nothing changed. */
export function deriveVoice(state: VoicePart & { mutes: Mutes }, video: VoiceState['video'], before?: VoiceState): VoiceState | undefined {
  const { call, exchange, mutes } = state;
  if (!call) return undefined;
  const { step, isSlow, ahead, hearing, microphone, talkingMode, isMicrophoneMuted, isPlaybackBlocked, wasUnheard } = call;
  const voice: VoiceState = {
    ...{ step, isSlow, ahead, hearing, microphone, talkingMode, isPlaybackBlocked, wasUnheard, video },
    isUserMuted: talkingMode === 'push-to-talk' ? exchange !== 'listening' : isMicrophoneMuted,
    isMicrophoneOpen: isMicrophoneOpen(state),
    isGuideMuted: [...mutes].some((reason) => reason !== 'interrupted'),
  };
  const isSame = before !== undefined && (Object.keys(voice) as (keyof VoiceState)[]).every((key) => voice[key] === before[key]);
  return isSame ? before : voice;
}
