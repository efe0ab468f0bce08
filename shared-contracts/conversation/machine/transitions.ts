import type { Phase } from '../conversation.ts';
import type { EventType, TransportCommand } from './machine-state.ts';

export type Transition = readonly [to: Phase, ...commands: TransportCommand[]];
type Moves = Partial<Record<EventType, Transition>>;

/** What can happen to any transport, whatever is being said. */
const linked: Moves = {
  'start-requested': ['connecting', 'close', 'connect'],
  stopped: ['off', 'close'],
  failed: ['failed', 'close'],
  ended: ['off', 'close'],
};

/** A transport that answers: the visitor may begin to speak, and the line may go. */
const talkable: Moves = {
  ...linked,
  held: ['listening', 'listen'],
  'visitor-speech-started': ['listening', 'listen'],
  'connection-lost': ['reconnecting'],
};

const released: Transition = ['thinking', 'finish'];

/** Which phase an event leads to, and what has to be done for it. An event that is not here moves nothing. */
export const transitions: Record<Phase, Moves> = {
  off: { 'start-requested': ['connecting', 'connect'] },
  connecting: { ...linked, connected: ['ready'], 'message-sent': ['thinking', 'send'] },
  ready: {
    ...talkable,
    'message-sent': ['thinking', 'send'],
    retried: ['thinking', 'send'],
    'answer-started': ['speaking'],
    understood: ['thinking'],
  },
  listening: {
    ...linked,
    'connection-lost': ['reconnecting'],
    released,
    'visitor-speech-ended': released,
    // Whatever closes the microphone ends what is being said into it.
    'talking-mode-chosen': released,
    'microphone-switched': released,
  },
  thinking: {
    ...talkable,
    'answer-started': ['speaking'],
    'turn-completed': ['ready'],
    'turn-failed': ['failed'],
    unheard: ['ready'],
    interrupted: ['ready', 'cancel'],
  },
  speaking: { ...talkable, 'turn-completed': ['ready'], 'turn-failed': ['failed'], interrupted: ['ready', 'cancel'] },
  // `line-restored` goes on where the line was lost.
  reconnecting: { ...linked, 'connection-restored': ['ready'], 'message-sent': ['thinking', 'send'] },
  // An answer that took too long may come after all, as long as the call lives.
  failed: { ...talkable, 'message-sent': ['thinking', 'send'], retried: ['thinking', 'send'], 'answer-started': ['speaking'] },
};

/** Where a line that was lost in this phase goes on; what was held then is released. */
export const phaseAfterReconnect: Partial<Record<Phase, 'thinking' | 'speaking'>> = {
  listening: 'thinking',
  thinking: 'thinking',
  speaking: 'speaking',
};

export const isDisconnecting = (type: EventType) => Object.hasOwn(linked, type) || type === 'connection-lost';
