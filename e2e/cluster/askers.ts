import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createEventStreamParser } from '@enfilade/shared-contracts/api/event-stream';
import { type ReplyEvent, replyDataSchema } from '@enfilade/shared-contracts/api/reply-events';
import { createClient } from './cluster-test.ts';
import type { Cluster } from './start-cluster.ts';

interface AskersOptions {
  count: number;
  answerTo(question: string): string;
}

interface Asked {
  answers: number;
  /** Streams that were complete after a retry: time of the break (ms since the epoch) and duration. */
  resumed: { brokenAt: number; afterMs: number }[];
  refused: number;
  failures: string[];
}

interface Question {
  visitor: { cookie: string | undefined };
  messageId: string;
  text: string;
}

type Reply = { text: string } | { problem: string; afterMs: number };

/** Enough tries for a gateway that restarts. */
const mostTries = 20;
const againMs = 500;

/** After a broken answer a visitor sends the question again under the same id, as the chat does. */
export function startAskers(cluster: Cluster, { count, answerTo }: AskersOptions) {
  const client = createClient(cluster);
  const asked: Asked = { answers: 0, resumed: [], refused: 0, failures: [] };
  let isOver = false;

  /** @returns the answer, or the problem and the delay before the next try */
  const ask = async (question: Question): Promise<Reply> => {
    try {
      const { status, headers, text } = await client.ask(question.text, question.visitor.cookie, question.messageId);
      if (headers['set-cookie']) question.visitor.cookie = String(headers['set-cookie']).split(';')[0];
      const events = readReply(text);
      const last = events.at(-1);
      if (last?.type === 'done') return { text: wordsOf(events) };
      const seconds = headers['retry-after'] ?? (last?.type === 'error' && last.retryAfterSeconds) ?? 0;
      if (status === 503 || status === 429) asked.refused += 1;
      return { problem: `${status} ${text.slice(-200)}`, afterMs: Math.max(againMs, 1_000 * Number(seconds)) };
    } catch (error) {
      return { problem: String(error), afterMs: againMs };
    }
  };
  const askUntilWhole = async (question: Question) => {
    let reply = await ask(question);
    const brokenAt = Date.now();
    const isBroken = 'problem' in reply && !/^(?:429|503) /.test(reply.problem);
    for (let tries = 1; 'problem' in reply && tries < mostTries; tries += 1) {
      await wait(reply.afterMs);
      reply = await ask(question);
    }
    if ('problem' in reply) return void asked.failures.push(`${question.text}: ${reply.problem}`);
    asked.answers += 1;
    if (isBroken) asked.resumed.push({ brokenAt, afterMs: Date.now() - brokenAt });
    if (reply.text !== answerTo(question.text)) asked.failures.push(`${question.text}: ${reply.text}`);
  };
  const visit = async (number: number) => {
    const visitor = { cookie: undefined };
    for (let turn = 1; !isOver; turn += 1)
      await askUntilWhole({ visitor, messageId: randomUUID(), text: `Question ${turn} of visitor ${number}` });
  };

  const all = Array.from({ length: count }, async (_, visitor) => {
    // Visitors do not ask in step.
    await wait(Math.random() * 5_000);
    await visit(visitor);
  });
  return {
    asked,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(all);
      client.close();
    },
  };
}

const readReply = (text: string): ReplyEvent[] =>
  createEventStreamParser()
    .push(Buffer.from(text))
    .flatMap(({ name, data }) => replyDataSchema(name)?.parse(JSON.parse(data)) ?? []);

const wordsOf = (events: readonly ReplyEvent[]) => events.map((event) => (event.type === 'text' ? event.delta : '')).join('');
