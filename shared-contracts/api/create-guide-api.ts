import type { z } from 'zod/mini';
import { releaseSetSchema } from '../releases/release-set.ts';
import { ApiError } from './api-error.ts';
import type { ServerEvent } from './event-stream.ts';
import { gatewayErrorStatus } from './gateway-error.ts';
import type { GuideApi } from './guide-api.ts';
import { addToReply, replyDataSchema } from './reply-events.ts';
import {
  parseResponse,
  type Request,
  type RequestEnvironment,
  refusalCategory,
  requestAudio,
  requestEvents,
  requestJson,
  requestVoid,
} from './request.ts';
import {
  type ChatResponse,
  codeResponseSchema,
  exhibitionResponseSchema,
  foundPassagesSchema,
  museumDocumentSchema,
  museumResponseSchema,
  questionsResponseSchema,
  tourPlanResponseSchema,
  transcriptionResponseSchema,
  translationsResponseSchema,
  welcomeResponseSchema,
} from './schemas.ts';

/** After this limit, the screen shows its own welcome. */
export const welcomeLimitMs = 3_000;
/** An upload of 2 MiB takes 40 s at 400 kbit/s. The transcription follows. */
export const transcriptionLimitMs = 75_000;
export const speechLimitMs = 20_000;
/** Between two chunks of an answer. */
export const idleLimitMs = 20_000;

const carriedVisit = () => import(/* webpackChunkName: "end" */ './carried-visit.ts');

const documentsPath = (museumId: string) => `/api/museums/${museumId}/documents`;

export function createGuideApi(environment: RequestEnvironment): GuideApi {
  const load = <Schema extends z.core.$ZodType>(schema: Schema, request: Request) => requestJson(request, schema, environment);
  const send = (request: Request) => requestVoid(request, environment);
  return {
    loadMuseum: (museumId, signal) => load(museumResponseSchema, { path: `/api/museums/${museumId}`, signal, isPreloaded: true }),

    findMuseum: async (code, signal) =>
      (await load(codeResponseSchema, { path: `/api/museums?code=${encodeURIComponent(code)}`, signal })).museumId,

    async loadExhibition(museumId, exhibitionId, signal) {
      const path = `/api/museums/${museumId}/exhibitions/${exhibitionId}`;
      return (await load(exhibitionResponseSchema, { path, signal, isPreloaded: true })).exhibition;
    },

    findPassages: (museumId, search, language, signal) =>
      load(foundPassagesSchema, { path: `${documentsPath(museumId)}?${new URLSearchParams({ language, search })}`, signal }),

    loadDocument(museumId, { document, isEasy }, language, signal) {
      const path = `${documentsPath(museumId)}/${encodeURIComponent(document)}?language=${language}${isEasy ? '&easy=true' : ''}`;
      return load(museumDocumentSchema, { path, signal });
    },

    loadReleaseSet: (museumId, signal) => load(releaseSetSchema, { path: `/api/compositions/${museumId}`, signal }),

    pingKnowledgeBase: (museumId, signal) => send({ path: '/api/visits/ping', body: { museumId }, signal }),

    async chat(body, emit, signal) {
      const reply: Omit<ChatResponse, 'messageId'> = { text: '', sources: [] };
      // Returns the message's id when the reply is complete. Events that only newer gateways send are skipped.
      const onEvent = ({ name, data }: ServerEvent) => {
        const schema = replyDataSchema(name);
        if (!schema) return undefined;
        const event = parseResponse(data, schema);
        if (event.type === 'done') return event.messageId;
        if (event.type === 'error') {
          const { code, message, retryAfterSeconds } = event;
          throw new ApiError(refusalCategory(code), message, { code, status: gatewayErrorStatus[code], retryAfterSeconds });
        }
        addToReply(reply, event);
        emit(event);
        return undefined;
      };
      const messageId = await requestEvents({ path: '/api/chat', body, signal }, { idleLimitMs, onEvent }, environment);
      return { ...reply, messageId };
    },

    welcome: async (body, signal) =>
      (await load(welcomeResponseSchema, { path: '/api/welcome', body, signal, limitMs: welcomeLimitMs })).text,

    planTour: (body, signal) => load(tourPlanResponseSchema, { path: '/api/tours', body, signal }),

    rate: (body, signal) => send({ path: '/api/ratings', body, signal }),

    sealVisit: async (body, signal) => load((await carriedVisit()).sealResponseSchema, { path: '/api/visits/seal', body, signal }),

    openVisit: async (seal, signal) =>
      load((await carriedVisit()).openResponseSchema, { path: '/api/visits/open', body: { seal }, signal }),

    forgetVisit: (museumId, signal) => send({ path: '/api/visits/forget', body: { museumId }, signal }),

    async transcribe(recording, language, signal) {
      const body = new FormData();
      // A streaming server needs the language before the file.
      body.set('language', language);
      body.set('file', recording, 'audio.wav');
      const request = { path: '/api/transcriptions', body, signal, limitMs: transcriptionLimitMs };
      return (await load(transcriptionResponseSchema, request)).text;
    },

    speak: (voiceId, body, signal) => requestAudio({ path: `/api/speech/${voiceId}`, body, signal, limitMs: speechLimitMs }, environment),

    checkConnection: (signal) => send({ path: '/healthz', signal }),

    generateQuestions: async (body, signal) => (await load(questionsResponseSchema, { path: '/api/questions', body, signal })).questions,

    translate: async (body, signal) => (await load(translationsResponseSchema, { path: '/api/translations', body, signal })).lines,

    // The page may close directly after a report.
    report: (body) => send({ path: '/api/reports', body, keepalive: true }),
  };
}
