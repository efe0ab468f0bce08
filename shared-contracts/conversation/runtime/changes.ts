import type { ConversationFailure, ConversationState } from '../conversation.ts';
import { closeTurn, updateTurn, writeGuideText, writeOpening, writeVisitorText } from '../transcript/transcript.ts';
import type { TransportEvent } from '../transport.ts';

type Change = Partial<ConversationState>;
type TextEvent = TransportEvent & { type: 'text' };

/**
 * What `event` changes in the transcript; undefined when its words belong to nothing that is being said.
 * `mayOpen`: the guide may still speak unasked on this transport.
 */
export function recordText(state: ConversationState, event: TextEvent, mayOpen: boolean): Change | undefined {
  const { turn, speaker, text } = event;
  if (turn !== state.turn || text.trim() === '' || !isBeingSaid(state, event, mayOpen)) return undefined;
  // Typed words stay as they were typed, whatever a transport understood.
  if (speaker === 'visitor' && state.turns[turn]?.clientMessageId !== undefined) return undefined;
  const change: Change = { transcript: pickWriter(event)(state.transcript, turn, text), ...reopen(state, event) };
  if (event.markdown === undefined) return change;
  return { ...change, turns: updateTurn(change.turns ?? state.turns, turn, { markdown: event.markdown }) };
}

function isBeingSaid(state: ConversationState, { turn, speaker, forced }: TextEvent, mayOpen: boolean): boolean {
  if (!isFollowed(state, speaker)) return false;
  const details = state.turns[turn];
  return details && !forced ? details.state === 'arriving' || isAwaitedLate(state) : mayOpen;
}

function isFollowed(state: ConversationState, speaker: TextEvent['speaker']): boolean {
  const { phase } = state;
  if (phase === 'listening') return speaker === 'visitor';
  return phase === 'ready' || phase === 'thinking' || phase === 'speaking' || (phase === 'failed' && isAwaitedLate(state));
}

/** A call goes on after a turn that took too long or brought no words; what it brings after all still counts. */
function isAwaitedLate({ phase, failure, voice }: ConversationState): boolean {
  return voice !== undefined && (voice.wasUnheard || (phase === 'failed' && failure?.category === 'timeout'));
}

function pickWriter({ speaker, forced }: TextEvent) {
  if (speaker === 'visitor') return writeVisitorText;
  return forced ? writeOpening : writeGuideText;
}

/** The turn arrives, for the first time or after all. Words of the visitor's alone mend no failure. */
function reopen({ phase, turns }: ConversationState, { turn, speaker }: TextEvent): Change {
  const details = turns[turn];
  if (!details) return speaker === 'guide' ? { turns: updateTurn(turns, turn, {}) } : {};
  if (details.state !== 'broken' || (speaker === 'visitor' && phase === 'failed')) return {};
  return { turns: updateTurn(turns, turn, { state: 'arriving' }), failure: undefined };
}

/** Adds a source to the answer on its way; a document counts once. */
export function recordSource({ turn, turns }: ConversationState, event: TransportEvent & { type: 'source' }): Change | undefined {
  const details = turns[event.turn];
  if (event.turn !== turn || details?.state !== 'arriving') return undefined;
  if (details.sources.some(({ document }) => document === event.source.document)) return undefined;
  return { turns: updateTurn(turns, turn, { sources: [...details.sources, event.source] }) };
}

/** How far the guide's voice has come; never back within a turn. */
export function recordSpoken({ turn, phase, spoken }: ConversationState, event: TransportEvent & { type: 'spoken' }): Change | undefined {
  const before = spoken?.turn === turn ? spoken.words : 0;
  if (event.turn !== turn || phase !== 'speaking' || event.words <= before) return undefined;
  return { spoken: { turn, words: event.words } };
}

/** Marks the answer on its way as broken; the failure names the message that found none. What has arrived stays. */
export function recordFailure({ turn, turns }: ConversationState, failure: ConversationFailure): Change {
  const details = turns[turn];
  const { clientMessageId: _, ...rest } = failure;
  const unanswered = details?.state === 'arriving' ? details.clientMessageId : undefined;
  return {
    turns: closeTurn(turns, turn, 'broken'),
    failure: { ...rest, ...(unanswered !== undefined && { clientMessageId: unanswered }) },
  };
}
