import type { Command, EventType, Phase } from './dictation-state.ts';

export type Move = readonly [to: Phase, ...commands: Command[]];
type Moves = Partial<Record<EventType, Move>>;

const ask: Move = ['asking', 'ask'];
const left: Moves = { discarded: ['idle', 'end'] };
const recorded: Move = ['transcribing', 'finish', 'transcribe'];

/** Which phase an event leads to, and what has to be done for it. An event that is not here moves nothing. */
export const moves: Record<Phase, Moves> = {
  idle: { begun: ask },
  notice: { discarded: ['idle'], agreed: ask },
  asking: { ...left, granted: ['recording', 'record'], refused: ['refused', 'end'], stopped: ['idle', 'end'] },
  recording: { ...left, stopped: recorded, 'ran-out': recorded, refused: ['refused', 'end'] },
  transcribing: { ...left, understood: ['idle', 'hand-over', 'end'], unheard: ['unheard', 'end'], broke: ['failed'] },
  failed: { ...left, retried: ['transcribing', 'transcribe'] },
  unheard: { discarded: ['idle'], begun: ask },
  refused: { discarded: ['idle'], begun: ask },
};
