import type { Phase } from '../conversation.ts';
import type { Command, EventType } from './machine-state.ts';

export type Move = readonly [to: Phase, ...commands: Command[]];
type Moves = Partial<Record<EventType, Move>>;

/** What can happen to any transport, whatever is being said. */
const linked: Moves = {
  started: ['connecting', 'close', 'connect'],
  stopped: ['off', 'close'],
  lost: ['failed', 'close'],
  ended: ['off', 'close'],
};

/** A transport that answers: the visitor may begin to speak, and the line may go. */
const talkable: Moves = {
  ...linked,
  held: ['listening', 'listen'],
  heard: ['listening', 'listen'],
  'line-lost': ['reconnecting'],
};

const released: Move = ['thinking', 'finish'];

/** Which phase an event leads to, and what has to be done for it. An event that is not here moves nothing. */
export const moves: Record<Phase, Moves> = {
  off: { started: ['connecting', 'connect'] },
  connecting: { ...linked, connected: ['ready'], said: ['thinking', 'send'] },
  ready: { ...talkable, said: ['thinking', 'send'], retried: ['thinking', 'send'], 'answer-began': ['speaking'], understood: ['thinking'] },
  listening: {
    ...linked,
    'line-lost': ['reconnecting'],
    released,
    'heard-out': released,
    // Whatever closes the microphone ends what is being said into it.
    'talking-mode-chosen': released,
    'microphone-switched': released,
  },
  thinking: {
    ...talkable,
    'answer-began': ['speaking'],
    'answer-ended': ['ready'],
    'answer-broke': ['failed'],
    unheard: ['ready'],
    interrupted: ['ready', 'cancel'],
  },
  speaking: { ...talkable, 'answer-ended': ['ready'], 'answer-broke': ['failed'], interrupted: ['ready', 'cancel'] },
  // `line-restored` goes on where the line was lost.
  reconnecting: { ...linked, 'line-restored': ['ready'], said: ['thinking', 'send'] },
  // An answer that took too long may come after all, as long as the call lives.
  failed: { ...talkable, said: ['thinking', 'send'], retried: ['thinking', 'send'], 'answer-began': ['speaking'] },
};

/** Where a line that was lost in this phase goes on; what was held then is released. */
export const resumption: Partial<Record<Phase, 'thinking' | 'speaking'>> = {
  listening: 'thinking',
  thinking: 'thinking',
  speaking: 'speaking',
};

export const isDisconnecting = (type: EventType) => Object.hasOwn(linked, type) || type === 'line-lost';
