import { type CarriedTurn, carriedLimits } from '@enfilade/shared-contracts/api/carried-visit';
import { messageLimit } from '@enfilade/shared-contracts/api/limits';
import type { Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { hasWords } from '@enfilade/shared-contracts/conversation/turns';

/** The newest turns with words, within the limits of a link. */
export function packTurns(turns: readonly Turn[]): CarriedTurn[] {
  const packed = turns.filter(hasWords).slice(-carriedLimits.turns).map(packTurn);
  while (JSON.stringify(packed).length > carriedLimits.characters) packed.shift();
  return packed;
}

/** The ids for rating and repeating an answer stay on this device. */
function packTurn({ state: _, clientMessageId: _client, messageId: _message, question, answer, sources, ...turn }: Turn): CarriedTurn {
  return {
    ...turn,
    ...(question !== undefined && { question: question.slice(0, messageLimit) }),
    ...(answer !== undefined && { answer: answer.slice(0, carriedLimits.answer) }),
    sources: sources
      .slice(0, carriedLimits.sources)
      .map((source) => ({ ...source, title: source.title.slice(0, 200), document: source.document.slice(0, 200) })),
  };
}

export const unpackTurns = (carried: readonly CarriedTurn[]): Turn[] =>
  carried.map((turn) => ({ ...turn, state: turn.answer === undefined ? 'broken' : 'complete' }));
