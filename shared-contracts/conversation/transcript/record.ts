import type { ConversationFailure, ConversationState } from './conversation.ts';
import { describeTurn, settleTurn, writeGuideText, writeOpening, writeVisitorText } from './transcript.ts';
import type { TransportEvent } from './transport.ts';

type Change = Partial<ConversationState>;
type TextEvent = TransportEvent & { type: 'text' };

/**
 * What `event` changes in the transcript; undefined when its words belong to nothing that is being said.
 * `mayOpen`: the guide may still speak unasked on this transport.
 */
export function recordText(state: ConversationState, event: TextEvent, mayOpen: boolean): Change | undefined {
  const { phase, transcript, turns } = state;
  const { turn, speaker, text, forced } = event;
  const details = turns[turn];
  const isListening = phase === 'ready' || phase === 'thinking' || phase === 'speaking';
  const isOpen = details && !forced ? details.state === 'arriving' : mayOpen;
  if (!isListening || turn !== state.turn || !isOpen || text.trim() === '') return undefined;
  if (speaker === 'guide') {
    const write = forced ? writeOpening : writeGuideText;
    return { transcript: write(transcript, turn, text), turns: details ? turns : describeTurn(turns, turn, {}) };
  }
  // Typed words stay as they were typed, whatever a transport understood.
  return details?.clientMessageId === undefined ? { transcript: writeVisitorText(transcript, turn, text) } : undefined;
}

/** Adds a source to the answer on its way; a document counts once. */
export function recordSource({ turn, turns }: ConversationState, event: TransportEvent & { type: 'source' }): Change | undefined {
  const details = turns[event.turn];
  if (event.turn !== turn || details?.state !== 'arriving') return undefined;
  if (details.sources.some(({ document }) => document === event.source.document)) return undefined;
  return { turns: describeTurn(turns, turn, { sources: [...details.sources, event.source] }) };
}

/** Marks the answer on its way as broken; the failure names the message that found none. What has arrived stays. */
export function recordFailure({ turn, turns }: ConversationState, failure: ConversationFailure): Change {
  const details = turns[turn];
  const { clientMessageId: _, ...rest } = failure;
  const unanswered = details?.state === 'arriving' ? details.clientMessageId : undefined;
  return {
    turns: settleTurn(turns, turn, 'broken'),
    failure: { ...rest, ...(unanswered !== undefined && { clientMessageId: unanswered }) },
  };
}
