import { randomUUID } from 'node:crypto';
import { chatEventSchemas } from '@enfilade/shared-contracts/api/schemas';
import type { TurnEvent } from '../chat/turn-event.ts';
import { createEventParser } from '../upstream/event-parser.ts';
import { visit } from './samples.ts';
import type { HeardAnswer, TestGateway } from './test-gateway.ts';

export const eventStream = { accept: 'text/event-stream' };

export function chatBody(change: { clientMessageId?: string; text?: string; visit?: object } = {}) {
  return { visit, clientMessageId: randomUUID(), text: 'What is this?', ...change };
}

/** The events of a streamed answer, each under its schema. */
export function readEvents(answer: Pick<HeardAnswer, 'text'>): TurnEvent[] {
  const events: TurnEvent[] = [];
  const parser = createEventParser(({ event, data }) => {
    const name = event as TurnEvent['event'];
    events.push({ event: name, data: chatEventSchemas[name].strict().parse(JSON.parse(data)) } as TurnEvent);
  });
  parser.feed(Buffer.from(answer.text));
  return events;
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
