import { randomUUID } from 'node:crypto';
import { createEventStreamParser } from '@enfilade/shared-contracts/api/event-stream';
import { chatEventSchemas } from '@enfilade/shared-contracts/api/schemas';
import type { TurnEvent } from '../chat/turn-event.ts';
import { visit } from './samples.ts';
import type { HeardAnswer, TestGateway } from './test-gateway.ts';

export const eventStream = { accept: 'text/event-stream' };

export function chatBody(change: { clientMessageId?: string; text?: string; visit?: object; pastTranscriptSummary?: string } = {}) {
  return { visit, clientMessageId: randomUUID(), text: 'What is this?', ...change };
}

/** The events of a streamed answer, each under its schema. */
export function readEvents(answer: Pick<HeardAnswer, 'text'>): TurnEvent[] {
  return createEventStreamParser()
    .push(Buffer.from(answer.text))
    .map(({ name, data }) => {
      const event = name as TurnEvent['event'];
      return { event, data: chatEventSchemas[event].strict().parse(JSON.parse(data)) } as TurnEvent;
    });
}

export const textOf = (events: readonly TurnEvent[]): string =>
  events.map(({ event, data }) => (event === 'text' ? data.delta : '')).join('');

/** The visit cookie an answer set, as a request sends it back. */
export function cookieOf({ headers }: HeardAnswer): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

export async function ask(gateway: TestGateway, body = chatBody(), headers: Record<string, string> = {}): Promise<TurnEvent[]> {
  return readEvents(await gateway.post('/api/chat', body, { ...eventStream, ...headers }));
}
