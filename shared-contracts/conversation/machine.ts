import type { Phase } from './conversation.ts';

/** Where a conversation stands, without a word that was said. */
export interface MachineState {
  readonly phase: Phase;
  /** Beside the phase, never inside it: a counter that restarts would let a late answer pass for a new one. */
  readonly turn: number;
  /** The transport answers for itself; without it a message has to wait. */
  readonly isConnected: boolean;
  /** The turn's message waits for the transport to connect. */
  readonly isQueued: boolean;
}

export type MachineEvent =
  /** By the visitor. `started` also changes a running transport for another. */
  | { readonly type: 'started' | 'stopped' | 'said' | 'retried' | 'interrupted' }
  /** By the transport, about itself: `lost` by a fault, `ended` in peace. */
  | { readonly type: 'connected' | 'lost' | 'ended' }
  /** By the transport, about a turn. */
  | { readonly type: 'answer-began' | 'answer-ended' | 'answer-broke'; readonly turn: number };

/** What the runner has to do, in order. */
export type Command = 'connect' | 'send' | 'cancel' | 'close';

type Move = readonly [to: Phase, ...commands: Command[]];
type Moves = Partial<Record<MachineEvent['type'], Move>>;

/** What can happen to any transport, whatever is being said. */
const linked: Moves = {
  started: ['connecting', 'close', 'connect'],
  stopped: ['off', 'close'],
  lost: ['failed', 'close'],
  ended: ['off', 'close'],
};

const moves: Record<Phase, Moves> = {
  off: { started: ['connecting', 'connect'] },
  connecting: { ...linked, connected: ['ready'], said: ['thinking', 'send'] },
  ready: { ...linked, said: ['thinking', 'send'], 'answer-began': ['speaking'] },
  listening: linked,
  thinking: {
    ...linked,
    'answer-began': ['speaking'],
    'answer-ended': ['ready'],
    'answer-broke': ['failed'],
    interrupted: ['ready', 'cancel'],
  },
  speaking: { ...linked, 'answer-ended': ['ready'], 'answer-broke': ['failed'], interrupted: ['ready', 'cancel'] },
  failed: { ...linked, said: ['thinking', 'send'], retried: ['thinking', 'send'] },
};

export const silent: MachineState = { phase: 'off', turn: 0, isConnected: false, isQueued: false };

export interface Step {
  readonly state: MachineState;
  readonly commands: readonly Command[];
}

const isDisconnecting = (type: MachineEvent['type']) => Object.hasOwn(linked, type);

function pickMove(now: MachineState, event: MachineEvent): Move | undefined {
  if ('turn' in event && event.turn !== now.turn) return undefined;
  // One message waits already.
  if (event.type === 'said' && now.isQueued) return undefined;
  return moves[now.phase][event.type];
}

/** The step `event` takes from `now`; undefined when it moves nothing, as everything about an older turn. */
export function step(now: MachineState, event: MachineEvent): Step | undefined {
  const move = pickMove(now, event);
  if (!move) return undefined;
  const [phase, ...commands] = move;
  const turn = event.type === 'said' ? now.turn + 1 : now.turn;
  const isConnected = event.type === 'connected' || (now.isConnected && !isDisconnecting(event.type));
  // Nothing can be sent yet: the message waits, and a transport that is gone is connected anew.
  if (phase === 'thinking' && !isConnected) {
    const state: MachineState = { phase: 'connecting', turn, isConnected, isQueued: true };
    return { state, commands: now.phase === 'connecting' ? [] : ['connect'] };
  }
  if (event.type === 'connected' && now.isQueued) {
    return { state: { phase: 'thinking', turn, isConnected, isQueued: false }, commands: ['send'] };
  }
  return { state: { phase, turn, isConnected, isQueued: event.type === 'started' && now.isQueued }, commands };
}
