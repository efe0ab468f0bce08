import {
  type ChatRequest,
  chatRequestSchema,
  chatResponseSchema,
  ratingRequestSchema,
  welcomeRequestSchema,
  welcomeResponseSchema,
} from '@enfilade/shared-contracts/api/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseInput, sendResponse } from '../../http/exchange.ts';
import { askGuide, type GuideService } from '../guide/ask-guide.ts';
import { createGuideRequest } from '../guide/guide-request.ts';
import { firstMessageOf, requireAssistant } from '../guide/visit-values.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { chargeFailed } from '../spending/charge-for.ts';
import { chatPrice } from '../spending/prices.ts';
import type { Spending } from '../spending/spending.ts';
import { type CheckedVisit, checkVisit } from '../visits/check-visit.ts';
import type { RequestVisit, VisitOf } from '../visits/visit-of-request.ts';
import type { ChatChains, ChatTurn, ChatTurns, TurnWork } from './chat-turns.ts';
import { collectAnswer, createEventStream } from './send-reply.ts';

interface RatingRouteOptions {
  museums: MuseumDirectory;
  visitOf: VisitOf;
}

/** `POST /api/ratings`: what visitors think of answers, for the log; who they are does not stand there. */
export function registerRatingRoute(app: FastifyInstance, { museums, visitOf }: RatingRouteOptions): void {
  app.post('/api/ratings', async (request, reply) => {
    const { visit, messageId, rating } = parseInput(ratingRequestSchema, request.body);
    const { museumId, exhibitionId } = visit;
    const { consent } = await checkVisit(visit, museums);
    visitOf(request, reply, { museumId, consent });
    request.log.info({ museumId, exhibitionId, messageId, rating }, 'an answer was rated');
    return reply.code(204).send();
  });
}

/**
 * `POST /api/welcome`: the exhibition's first words for this visitor. It begins no visit: its cookie could
 * arrive after that of a question asked meanwhile, and the chat that began there would be lost.
 */
export function registerWelcomeRoute(app: FastifyInstance, museums: MuseumDirectory): void {
  app.post('/api/welcome', async (request, reply) => {
    const asked = parseInput(welcomeRequestSchema, request.body);
    const visit = await checkVisit(asked.visit, museums);
    return sendResponse(reply, welcomeResponseSchema, { text: firstMessageOf(visit, requireAssistant(visit, request.log)) });
  });
}

export interface ChatRoutesOptions {
  guide: GuideService;
  museums: MuseumDirectory;
  visitOf: VisitOf;
  spending: Spending;
  chains: ChatChains;
  turns: ChatTurns;
}

interface Question {
  asked: ChatRequest;
  visit: CheckedVisit;
  asker: RequestVisit;
  stream: boolean;
}

/** `POST /api/chat`: an answer in one piece, or as server-sent events where the browser asks for them. */
export function registerChatRoutes(app: FastifyInstance, options: ChatRoutesOptions): void {
  app.post('/api/chat', async (request, reply) => {
    const asked = parseInput(chatRequestSchema, request.body);
    const stream = wantsEvents(request);
    const visit = await checkVisit(asked.visit, options.museums);
    const { museumId } = asked.visit;
    const asker = options.visitOf(request, reply, { museumId, consent: visit.consent, clientMessageId: asked.clientMessageId });
    const turn = joinTurn(options, { asked, visit, asker, stream }, request);
    if (!stream) return sendResponse(reply, chatResponseSchema, await collectAnswer(turn, request.raw));
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(createEventStream(turn));
  });
}

function wantsEvents(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/event-stream') ?? false;
}

/** The turn of a message, paid for by whoever asked first. @throws HttpError, see Spending and ChatTurns */
function joinTurn(options: ChatRoutesOptions, question: Question, request: FastifyRequest): ChatTurn {
  const { asked, visit, asker } = question;
  const assistant = requireAssistant(visit, request.log);
  const begin = (): TurnWork => {
    const reservation = options.spending.reserve(asker, { work: 'chat', microCents: chatPrice });
    return {
      async run(emit, signal) {
        const previousChatId = options.chains.last(asker.id, asked.visit);
        const { text, pastTranscriptSummary } = asked;
        const body = createGuideRequest({ visit, assistant, text, pastTranscriptSummary, previousChatId, stream: question.stream });
        const chatId = await askGuide(options.guide, { body, emit, signal, requestId: request.id });
        if (chatId !== undefined) options.chains.advance(asker.id, asked.visit, chatId);
      },
      onEnd(end, fault) {
        if (fault) chargeFailed(reservation, fault);
        else reservation.settle();
        if (fault) request.log.error({ code: fault.code, reason: fault.reason, err: fault.cause }, 'an answer failed');
        else request.log.debug({ end }, 'an answer ended');
      },
    };
  };
  return options.turns.join({ visitId: asker.id, request: asked }, begin);
}
