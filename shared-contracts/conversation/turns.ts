import type { Turn } from './conversation.ts';

export const hasWords = ({ question, answer }: Turn): boolean => question !== undefined || answer !== undefined;

type Turns = readonly Turn[];

/** Openings do not count. */
export const findTurn = (turns: Turns, id: number): Turn | undefined => turns.findLast((turn) => turn.id === id && !turn.opening);

export function updateTurn(turns: Turns, id: number, change: Partial<Turn>): Turns {
  const known = findTurn(turns, id);
  if (!known) return [...turns, { id, sources: [], state: 'arriving', ...change }];
  return turns.map((turn) => (turn === known ? { ...turn, ...change } : turn));
}

export function closeTurn(turns: Turns, id: number, state: 'complete' | 'broken', messageId?: string): Turns {
  const change = { state, ...(messageId !== undefined && { messageId }) };
  return findTurn(turns, id)?.state === 'arriving' ? updateTurn(turns, id, change) : turns;
}

export function writeOpening(turns: Turns, opening: Pick<Turn, 'id' | 'opening' | 'answer' | 'language'>): Turns {
  const turn: Turn = { ...opening, sources: [], state: 'complete' };
  const at = turns.findIndex((other) => other.id === turn.id && other.opening === turn.opening);
  return at < 0 ? [...turns, turn] : turns.with(at, turn);
}
