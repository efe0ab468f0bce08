import type { ConversationState, TurnDetails } from '@enfilade/shared-contracts/conversation/conversation';

/** One message of the thread. What is loading or failed is said beneath the thread, it is no message. */
export interface Message {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  /** Titles of what an answer rests on. */
  sources: readonly string[];
  state: TurnDetails['state'];
}

type Transcript = Pick<ConversationState, 'transcript' | 'turns'>;

/** Joins the lines of each speaker's turn to one message. */
export function listMessages({ transcript, turns }: Transcript): Message[] {
  const messages: Message[] = [];
  let openTurn = '';
  for (const { key, turn, speaker, text } of transcript) {
    const ownTurn = `${turn}:${speaker}`;
    const last = messages.at(-1);
    if (last && ownTurn === openTurn) last.content = `${last.content} ${text}`;
    else if (speaker === 'visitor') messages.push({ id: key, role: 'user', content: text, sources: [], state: 'complete' });
    else messages.push({ id: key, role: 'assistant', content: text, ...describe(turns[turn]) });
    openTurn = ownTurn;
  }
  return messages;
}

function describe(details: TurnDetails | undefined): Pick<Message, 'sources' | 'state'> {
  return { sources: [...new Set(details?.sources.map(({ title }) => title))], state: details?.state ?? 'complete' };
}
