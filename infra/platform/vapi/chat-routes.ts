import type { ServerResponse } from 'node:http';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyInstance } from 'fastify';
import type { GuideReply } from '../guide/guide-state.ts';
import { answerErrors, parseBody, plainErrorBody, requireKey } from '../services/http.ts';
import { chatRequestSchema } from './chat-request.ts';
import type { Chats, ChatTurn } from './chats.ts';
import { invalidKey, orgId } from './organisation.ts';

interface WordStream {
  /** Sent at once, before the first word. */
  head: readonly string[];
  words: readonly string[];
  /** Sent with the last word. */
  end: string;
}

interface WordStreamOptions {
  clock: Clock;
  /** Between two words; the first goes out at once. 0: all at once. */
  wordDelayMs: number;
}

/** Sends server-sent events word by word. Once the connection is gone no timer is left. */
function streamWords(response: ServerResponse, { head, words, end }: WordStream, { clock, wordDelayMs }: WordStreamOptions): void {
  const send = (data: string) => response.write(`data: ${data}\n\n`);
  let next = 0;
  let cancel = () => {};
  const sendNext = () => {
    do {
      const word = words[next++];
      if (word !== undefined) send(word);
    } while (wordDelayMs === 0 && next < words.length);
    if (next < words.length) {
      cancel = clock.after(wordDelayMs, sendNext);
      return;
    }
    send(end);
    response.end();
  };

  // A client may be gone before its answer begins, and then "close" has already happened.
  if (response.destroyed) return;
  response.once('close', () => cancel());
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' });
  for (const data of head) send(data);
  sendNext();
}

interface OutputMessage {
  role: 'tool' | 'assistant';
  content: string;
  name?: string;
  tool_call_id?: string;
}

/** Sources and room as a tool's result; nothing where there are none. */
function contextMessages({ sources, room }: GuideReply): OutputMessage[] {
  if (sources.length === 0 && !room) return [];
  const content = JSON.stringify({ sources, ...(room && { room }) });
  return [{ role: 'tool', tool_call_id: 'call_guide_context', name: 'guide_context', content }];
}

/** The body of an answer that is not streamed. @param now milliseconds since the epoch */
function chatBody({ id, assistantId, previousChatId, text, reply }: ChatTurn, now: number) {
  const at = new Date(now).toISOString();
  return {
    id,
    orgId,
    ...(assistantId !== undefined && { assistantId }),
    ...(previousChatId !== undefined && { previousChatId }),
    messages: [{ role: 'user', content: text }],
    output: [...contextMessages(reply), { role: 'assistant', content: reply.text }],
    createdAt: at,
    updatedAt: at,
  };
}

/** The events of a streamed answer in order, each to stand behind `data: `; words include the space that follows them. */
function chatEvents({ id, reply }: ChatTurn): { head: string[]; words: string[]; end: string } {
  const context = contextMessages(reply);
  const words = reply.text.match(/\S+\s*/g) ?? [];
  return {
    head: context.length > 0 ? [JSON.stringify({ id, output: context })] : [],
    words: words.map((delta) => JSON.stringify({ id, path: 'chat.output[0].content', delta })),
    end: '[DONE]',
  };
}

export interface ChatRoutesOptions {
  chats: Chats;
  vapiKey: string;
  clock: Clock;
  wordDelayMs: number;
}

/** Vapi's `POST /chat`, in one piece or streamed. */
export function registerChatRoutes(app: FastifyInstance, { chats, vapiKey, clock, wordDelayMs }: ChatRoutesOptions): void {
  answerErrors(app, plainErrorBody);
  app.addHook('onRequest', requireKey(vapiKey, invalidKey));
  app.post('/chat', async (request, reply) => {
    const body = parseBody(chatRequestSchema, request.body);
    const turn = chats.reply(body);
    if (!body.stream) return chatBody(turn, clock.now());
    reply.hijack();
    streamWords(reply.raw, chatEvents(turn), { clock, wordDelayMs });
    return reply;
  });
}
