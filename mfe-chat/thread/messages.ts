import type { ConversationState, Speaker, TurnDetails } from '@enfilade/shared-contracts/conversation/conversation';
import type { Problem } from '@enfilade/shared-contracts/conversation/problem';
import { generatedMark } from '@enfilade/shared-contracts/conversation/transcript/generated-mark';
import { toPlainText } from '@enfilade/shared-contracts/conversation/transcript/plain-text';
import type { Language } from '@enfilade/shared-contracts/i18n/language';

/** A document an answer is based on. */
export interface MessageSource {
  title: string;
  /** The document's id. */
  document: string;
  /** Of the document, from 1: what the answer is taken from, where that is known. */
  paragraphs?: number[];
  /** The document's number in this conversation, in the order of their first mention, from 1. */
  number: number;
}

/** One message of the thread. */
export interface Message {
  id: string;
  speaker: Speaker;
  content: string;
  format: 'plain' | 'markdown';
  sources: readonly MessageSource[];
  state: TurnDetails['state'];
  /** How an answer came about, as the page marks it. */
  generated?: string;
  /** What it is said in, and its sources' titles. */
  language?: Language;
  /** The answer's own id; only a complete answer of a chat has one. */
  messageId?: string;
}

/** Why the last message has no answer. */
export type ChatProblem = Problem<'failure.setUp' | 'failure.send' | 'failure.offline'>;

/** A message without Markdown: for the clipboard, screen readers and reading aloud. */
export function plainTextOf({ content, format }: Pick<Message, 'content' | 'format'>): string {
  return format === 'markdown' ? toPlainText(content) : content;
}

type State = Pick<ConversationState, 'transcript' | 'turns'>;

/**
 * Joins the lines of each speaker's turn to one message. A message equal to one of `before`, an earlier result, is
 * that same object, so that memoised views do not draw it again.
 */
export function listMessages({ transcript, turns }: State, before: readonly Message[] = []): readonly Message[] {
  const numbers = new Map<string, number>();
  const messagesBefore = new Map(before.map((message) => [message.id, message]));
  return joinLines(transcript).map(({ turn, ...line }) => {
    const details = line.speaker === 'visitor' ? undefined : turns[turn];
    const message: Message = { ...line, format: 'plain', ...describe(details, numbers) };
    const earlier = messagesBefore.get(message.id);
    return earlier && isEqual(earlier, message) ? earlier : message;
  });
}

interface JoinedLines {
  id: string;
  turn: number;
  speaker: Speaker;
  content: string;
  language?: Language;
}

function joinLines(transcript: State['transcript']): JoinedLines[] {
  const joined: JoinedLines[] = [];
  for (const { key, turn, speaker, text, language } of transcript) {
    const last = joined.at(-1);
    if (last?.turn === turn && last.speaker === speaker) last.content = `${last.content} ${text}`;
    else joined.push({ id: key, turn, speaker, content: text, ...(language && { language }) });
  }
  return joined;
}

/** `numbers` of the documents that were named so far; new ones are added. */
function describe(details: TurnDetails | undefined, numbers: Map<string, number>): Pick<Message, 'sources' | 'state'> & Partial<Message> {
  if (!details) return { sources: [], state: 'complete' };
  const { markdown, messageId, state } = details;
  const generated = generatedMark(details);
  return {
    sources: numberSources(details.sources, numbers),
    state,
    ...(markdown !== undefined && { content: markdown, format: 'markdown' }),
    ...(messageId !== undefined && { messageId }),
    ...(generated !== undefined && { generated }),
  };
}

function numberSources(sources: TurnDetails['sources'], numbers: Map<string, number>): MessageSource[] {
  const sourcesOfAnswer = new Map<string, MessageSource>();
  for (const source of sources) {
    const { document } = source;
    const number = numbers.get(document) ?? numbers.size + 1;
    numbers.set(document, number);
    if (!sourcesOfAnswer.has(document)) sourcesOfAnswer.set(document, { ...source, number });
  }
  return [...sourcesOfAnswer.values()];
}

function isEqual(message: Message, other: Message): boolean {
  return (
    message.content === other.content &&
    message.format === other.format &&
    message.speaker === other.speaker &&
    message.state === other.state &&
    message.language === other.language &&
    message.messageId === other.messageId &&
    message.generated === other.generated &&
    message.sources.length === other.sources.length &&
    message.sources.every((source, index) => isEqualSource(source, other.sources[index]))
  );
}

const isEqualSource = (source: MessageSource, other: MessageSource | undefined) =>
  source.document === other?.document &&
  source.title === other.title &&
  source.number === other.number &&
  String(source.paragraphs) === String(other.paragraphs);
