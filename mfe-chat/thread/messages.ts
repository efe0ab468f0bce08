import type { ConversationState, TurnDetails } from '@enfilade/shared-contracts/conversation/conversation';
import { toPlainText } from '@enfilade/shared-contracts/conversation/transcript/plain-text';

/** What an answer rests on. */
export interface MessageSource {
  title: string;
  /** The document's id. */
  document: string;
  /** The document's number in this conversation: 1 for the one that was named first. */
  number: number;
}

/** One message of the thread. What is loading or failed is said beneath the thread, it is no message. */
export interface Message {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  format: 'plain' | 'markdown';
  sources: readonly MessageSource[];
  state: TurnDetails['state'];
  /** The answer's own id; only an answer of a chat that is whole has one. */
  messageId?: string;
}

/** What a message says, without marks: for the clipboard and for whoever hears it. */
export function plainTextOf({ content, format }: Pick<Message, 'content' | 'format'>): string {
  return format === 'markdown' ? toPlainText(content) : content;
}

type Transcript = Pick<ConversationState, 'transcript' | 'turns'>;

/**
 * Joins the lines of each speaker's turn to one message. A message that is equal to one of `before`, an
 * earlier result, is that very object: views that hold it have nothing to draw.
 */
export function listMessages({ transcript, turns }: Transcript, before: readonly Message[] = []): readonly Message[] {
  const numbers = new Map<string, number>();
  const known = new Map(before.map((message) => [message.id, message]));
  return joinLines(transcript).map(({ id, turn, speaker, content }) => {
    const said: Message =
      speaker === 'visitor'
        ? { id, role: 'user', content, format: 'plain', sources: [], state: 'complete' }
        : { id, role: 'assistant', content, format: 'plain', ...describe(turns[turn], numbers) };
    const earlier = known.get(id);
    return earlier && isSame(earlier, said) ? earlier : said;
  });
}

interface Said {
  id: string;
  turn: number;
  speaker: 'visitor' | 'guide';
  content: string;
}

function joinLines(transcript: Transcript['transcript']): Said[] {
  const said: Said[] = [];
  for (const { key, turn, speaker, text } of transcript) {
    const last = said.at(-1);
    if (last?.turn === turn && last.speaker === speaker) last.content = `${last.content} ${text}`;
    else said.push({ id: key, turn, speaker, content: text });
  }
  return said;
}

/** `numbers` of the documents that were named so far; those named here for the first time are added. */
function describe(details: TurnDetails | undefined, numbers: Map<string, number>): Pick<Message, 'sources' | 'state'> & Partial<Message> {
  if (!details) return { sources: [], state: 'complete' };
  const { markdown, messageId, state } = details;
  return {
    sources: numberSources(details.sources, numbers),
    state,
    ...(markdown !== undefined && { content: markdown, format: 'markdown' }),
    ...(messageId !== undefined && { messageId }),
  };
}

function numberSources(sources: TurnDetails['sources'], numbers: Map<string, number>): MessageSource[] {
  const named = new Map<string, MessageSource>();
  for (const { title, document } of sources) {
    const number = numbers.get(document) ?? numbers.size + 1;
    numbers.set(document, number);
    if (!named.has(document)) named.set(document, { title, document, number });
  }
  return [...named.values()];
}

function isSame(one: Message, other: Message): boolean {
  return (
    one.content === other.content &&
    one.format === other.format &&
    one.role === other.role &&
    one.state === other.state &&
    one.messageId === other.messageId &&
    one.sources.length === other.sources.length &&
    one.sources.every((source, index) => isSameSource(source, other.sources[index]))
  );
}

const isSameSource = (one: MessageSource, other: MessageSource | undefined) =>
  one.document === other?.document && one.title === other.title && one.number === other.number;
