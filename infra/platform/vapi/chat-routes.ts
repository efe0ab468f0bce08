import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyInstance } from 'fastify';
import { requireKey } from '../services/bearer.ts';
import { parseBody } from '../services/parse-body.ts';
import { answerErrors, plainErrorBody } from '../services/http.ts';
import { chatBody, chatEvents } from './chat-answer.ts';
import { chatRequestSchema } from './chat-request.ts';
import type { Chats } from './chats.ts';
import { invalidKey } from './organisation.ts';
import { streamWords } from './word-stream.ts';

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
    const turn = chats.take(body);
    if (!body.stream) return chatBody(turn, clock.now());
    reply.hijack();
    streamWords(reply.raw, chatEvents(turn), { clock, wordDelayMs });
    return reply;
  });
}
