import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { forgetRequestSchema } from '@enfilade/shared-contracts/api/carried-visit';
import { addToReply, formatReplyEvent } from '@enfilade/shared-contracts/api/reply-events';
import {
  type ChatRequest,
  chatRequestSchema,
  ratingRequestSchema,
  welcomeRequestSchema,
} from '@enfilade/shared-contracts/api/request-schemas';
import {
  type ChatResponse,
  chatResponseSchema,
  tourPlanResponseSchema,
  welcomeResponseSchema,
} from '@enfilade/shared-contracts/api/schemas';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { Visit } from '@enfilade/shared-contracts/visit/visit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError, parseInput, sendEvents, sendResponse } from '../../http/exchange.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import type { Groups } from '../groups/groups.ts';
import { askGuide, type GuideService, type ToldOfAnswer } from '../guide/ask-guide.ts';
import { createGuideRequest, firstMessageOf, planVisitTour, requireAssistant } from '../guide/visit-values.ts';
import { askerOf, plainFacts, type VisitorQuestions } from '../guide/visitor-questions.ts';
import { type CheckedVisit, checkVisit, type RequestVisit, type VisitRoutes } from '../visits/visit-cookie.ts';
import type { ChatTurn, ChatTurns, TurnWork } from './chat-turns.ts';

interface ChatRoutesOptions extends VisitRoutes {
  guide: GuideService;
  chains: ChatChains;
  turns: ChatTurns;
  questions: VisitorQuestions | undefined;
}

interface Question {
  message: ChatRequest;
  visit: CheckedVisit;
  visitor: RequestVisit;
  isStreamed: boolean;
}

export function registerChatRoutes(app: FastifyInstance, options: ChatRoutesOptions): void {
  registerWelcomeRoute(app, options);
  registerRatingRoute(app, options);
  registerTourRoute(app, options);

  app.post('/api/chat', async (request, reply) => {
    const message = parseInput(chatRequestSchema, request.body);
    const isStreamed = request.headers.accept?.includes('text/event-stream') ?? false;
    const visit = await checkVisit(message.visit, options.museums);
    const { museumId } = message.visit;
    const visitor = options.visitOf(request, reply, { museumId, consent: visit.consent, clientMessageId: message.clientMessageId });
    const turn = await joinTurn(options, { message, visit, visitor, isStreamed }, request);
    if (!isStreamed) return sendResponse(reply, chatResponseSchema, await collectReply(turn, request.raw));
    return sendEvents(reply, createReplyStream(turn));
  });
}

/** The first request with a message pays for its turn. @throws HttpError, see Spending and ChatTurns */
function joinTurn(options: ChatRoutesOptions, question: Question, request: FastifyRequest): Promise<ChatTurn> {
  const { message, visit, visitor, isStreamed } = question;
  const { metrics, clock } = options;
  const assistant = requireAssistant(visit, request.log);
  const begin = async (): Promise<TurnWork> => {
    const reservation = await options.spending.reserve(visitor, { work: 'chat', amount: 1 });
    const { text } = message;
    const told: ToldOfAnswer = {};
    let document: string | undefined;
    const askedAt = clock.now();
    let isHeard = false;
    const storeQuestion = (messageId: string) => {
      const facts = told.facts ?? plainFacts(text, { language: visit.language, document });
      if (facts) options.questions?.onAnswer(messageId, { asker: askerOf(visitor, message.visit), text, facts });
    };
    return {
      async run(emit, signal) {
        const chain = await options.chains.find(visitor.id, message.visit);
        const { pastTranscriptSummary } = message;
        const body = createGuideRequest({
          visit,
          assistant,
          text,
          pastTranscriptSummary,
          previousChatId: chain.chatId,
          stream: isStreamed,
        });
        const emitPart: typeof emit = (part) => {
          if (part.type === 'source') document ??= part.source.document;
          if (part.type === 'text' && !isHeard) metrics.observe('enfilade_first_word_seconds', {}, (clock.now() - askedAt) / 1_000);
          isHeard ||= part.type === 'text';
          emit(part);
        };
        const chatId = await askGuide(options.guide, { body, emit: emitPart, told, signal, requestId: request.id });
        if (chatId === undefined) return;
        await options.chains.advance(visitor.id, message.visit, { ...chain, chatId }).catch((error: unknown) => {
          request.log.warn(
            { err: error },
            'the conversation’s last id could not be stored; the next question continues from an earlier answer',
          );
        });
      },
      onEnd(end, { error, messageId }) {
        metrics.count('enfilade_answers_total', { outcome: end });
        const bill = told.costs ? { costs: told.costs } : error && { failure: error };
        void reservation.settle(bill);
        if (error) request.log.error({ code: error.code, reason: error.reason, err: error.cause }, 'an answer failed');
        else request.log.debug({ end }, 'an answer ended');
        if (messageId !== undefined) storeQuestion(messageId);
      },
    };
  };
  return options.turns.join({ visitId: visitor.id, request: message }, begin);
}

/** Passes ratings of answers and visits to the log (without the visitor) and to the museum. */
function registerRatingRoute(app: FastifyInstance, { museums, visitOf, questions }: ChatRoutesOptions): void {
  app.post('/api/ratings', async (request, reply) => {
    const { visit, messageId, rating } = parseInput(ratingRequestSchema, request.body);
    const { museumId, exhibitionId } = visit;
    const { consent } = await checkVisit(visit, museums);
    const { id } = visitOf(request, reply, { museumId, consent });
    if (messageId !== undefined) questions?.onRating(messageId, id, rating);
    const rated = messageId === undefined ? 'a visit was rated' : 'an answer was rated';
    request.log.info({ museumId, exhibitionId, messageId, rating }, rated);
    return reply.code(204).send();
  });
}

/** Starts no visit: its cookie could replace that of a simultaneous question, which would lose the question's chat. */
function registerWelcomeRoute(app: FastifyInstance, { museums }: ChatRoutesOptions): void {
  app.post('/api/welcome', async (request, reply) => {
    const { visit: named } = parseInput(welcomeRequestSchema, request.body);
    const visit = await checkVisit(named, museums);
    return sendResponse(reply, welcomeResponseSchema, { text: firstMessageOf(visit, requireAssistant(visit, request.log)) });
  });
}

function registerTourRoute(app: FastifyInstance, { museums }: ChatRoutesOptions): void {
  app.post('/api/tours', async (request, reply) => {
    const { visit: named } = parseInput(welcomeRequestSchema, request.body);
    const visit = await checkVisit(named, museums);
    const { rooms, minutes, chosenMinutes, fills } = planVisitTour(visit, museums.tourDocumentsOf(named.museumId, named.language));
    const response = { rooms: rooms.map(({ title, stops }) => ({ name: title, stops: stops.length })), minutes, chosenMinutes, fills };
    return sendResponse(reply, tourPlanResponseSchema, rooms.some(({ stops }) => stops.length > 0) ? response : { ...response, rooms: [] });
  });
}

/** @throws HttpError if the turn failed or the visitor left */
function collectReply(turn: ChatTurn, { socket }: IncomingMessage): Promise<ChatResponse> {
  return new Promise((resolve, reject) => {
    const reply: Omit<ChatResponse, 'messageId'> = { text: '', sources: [] };
    let leave = () => {};
    const onClose = () => {
      leave();
      reject(new HttpError('upstream-failed', { reason: 'the visitor left' }));
    };
    socket.once('close', onClose);
    leave = turn.subscribe((event) => {
      if (event.type !== 'done' && event.type !== 'error') return addToReply(reply, event);
      socket.off('close', onClose);
      if (event.type === 'done') resolve({ ...reply, messageId: event.messageId });
      else reject(new HttpError(event.code, { retryAfterSeconds: event.retryAfterSeconds }));
    });
  });
}

function createReplyStream(turn: ChatTurn): Readable {
  const stream = new Readable({ read() {} });
  const leave = turn.subscribe((event) => {
    stream.push(formatReplyEvent(event));
    if (event.type === 'done' || event.type === 'error') stream.push(null);
  });
  return stream.once('close', leave);
}

/** No browser gets the ids, which give access to the conversations. A change of the language continues the same conversation. */
type ChatChains = ReturnType<typeof createChatChains>;

const lastsMs = 4 * 60 * 60 * 1000;

interface ChatChain {
  chatId?: string;
  /** Differs after each deletion, so that an answer that still runs does not restore the conversation. */
  life?: string;
}

export function createChatChains(state: Pick<SharedState, 'change'>) {
  const keyOf = (visitId: string, { museumId, exhibitionId }: Pick<Visit, 'museumId' | 'exhibitionId'>) =>
    `chain:${[visitId, museumId, exhibitionId].join('/')}`;
  return {
    find: (visitId: string, visit: Visit): Promise<ChatChain> =>
      state.change({ keys: [keyOf(visitId, visit)], lastsMs, decide: ([chain = {}]) => ({ result: chain as ChatChain }) }),
    advance: (visitId: string, visit: Visit, chain: ChatChain): Promise<void> =>
      state.change({
        keys: [keyOf(visitId, visit)],
        lastsMs,
        decide: ([known = {}]) => ({ result: undefined, values: [(known as ChatChain).life === chain.life ? chain : known] }),
      }),
    forget: async (visitId: string, { _id: museumId, exhibitions }: Pick<Museum, '_id' | 'exhibitions'>): Promise<void> => {
      const keys = exhibitions.map(({ _id: exhibitionId }) => keyOf(visitId, { museumId, exhibitionId }));
      await state.change({ keys, lastsMs, decide: () => ({ result: undefined, values: keys.map(() => ({ life: randomUUID() })) }) });
    },
  };
}

interface ForgetRouteOptions extends Pick<ChatRoutesOptions, 'museums' | 'cookie' | 'chains' | 'turns'> {
  groups: Pick<Groups, 'endOf'>;
}

/** Counters of limits, which contain no words, stay until they expire. */
export function registerForgetRoute(app: FastifyInstance, { museums, cookie, chains, turns, groups }: ForgetRouteOptions): void {
  app.post('/api/visits/forget', async (request, reply) => {
    const { museumId } = parseInput(forgetRequestSchema, request.body);
    const museum = await museums.loadMuseum(museumId);
    const visit = cookie.find(request);
    if (visit) {
      await turns.forget(visit.id);
      await chains.forget(visit.id, museum);
      await groups.endOf(visit.id);
    }
    return reply.header('set-cookie', cookie.removal(request)).code(204).send();
  });
}
