import { randomUUID } from 'node:crypto';
import { createEventStreamParser } from '@enfilade/shared-contracts/api/event-stream';
import { formatReplyEvent, type ReplyEvent, replyDataSchema } from '@enfilade/shared-contracts/api/reply-events';
import { expect } from '@rstest/core';
import { visit } from './samples.ts';
import type { HeardAnswer, TestGateway } from './test-gateway.ts';

export const eventStream = { accept: 'text/event-stream' };

export function chatBody(change: { clientMessageId?: string; text?: string; visit?: object; pastTranscriptSummary?: string } = {}) {
  return { visit, clientMessageId: randomUUID(), text: 'What is this?', ...change };
}

/** Checks each event by its schema. The stream must contain nothing else. */
export function readEvents({ text }: Pick<HeardAnswer, 'text'>): ReplyEvent[] {
  const events = createEventStreamParser()
    .push(Buffer.from(text))
    .flatMap(({ name, data }) => replyDataSchema(name)?.parse(JSON.parse(data)) ?? []);
  expect(events.map(formatReplyEvent).join('')).toBe(text);
  return events;
}

export const textOf = (events: readonly ReplyEvent[]): string => events.map((event) => (event.type === 'text' ? event.delta : '')).join('');

/** The visit cookie in the form in which a request sends it. */
export function cookieOf({ headers }: HeardAnswer): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

export async function ask(gateway: TestGateway, body = chatBody(), headers: Record<string, string> = {}): Promise<ReplyEvent[]> {
  return readEvents(await gateway.post('/api/chat', body, { ...eventStream, ...headers }));
}
