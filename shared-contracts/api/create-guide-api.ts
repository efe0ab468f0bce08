import { releaseSetSchema } from '../releases/release-set.ts';
import { streamChat } from './chat-stream.ts';
import type { GuideApi } from './guide-api.ts';
import { type RequestEnvironment, requestAudio, requestJson, requestVoid } from './request.ts';
import {
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

const carriedVisit = () => import(/* webpackChunkName: "end" */ './carried-visit.ts');

const documentsPath = (museumId: string) => `/api/museums/${museumId}/documents`;

export function createGuideApi(environment: RequestEnvironment): GuideApi {
  return {
    loadMuseum: (museumId, signal) =>
      requestJson({ path: `/api/museums/${museumId}`, signal, isPreloaded: true }, museumResponseSchema, environment),

    async findMuseum(code, signal) {
      const path = `/api/museums?code=${encodeURIComponent(code)}`;
      return (await requestJson({ path, signal }, codeResponseSchema, environment)).museumId;
    },

    async loadExhibition(museumId, exhibitionId, signal) {
      const path = `/api/museums/${museumId}/exhibitions/${exhibitionId}`;
      return (await requestJson({ path, signal, isPreloaded: true }, exhibitionResponseSchema, environment)).exhibition;
    },

    findPassages: (museumId, search, language, signal) =>
      requestJson(
        { path: `${documentsPath(museumId)}?${new URLSearchParams({ language, search })}`, signal },
        foundPassagesSchema,
        environment,
      ),

    loadDocument: (museumId, { document, isEasy }, language, signal) =>
      requestJson(
        { path: `${documentsPath(museumId)}/${encodeURIComponent(document)}?language=${language}${isEasy ? '&easy=true' : ''}`, signal },
        museumDocumentSchema,
        environment,
      ),

    loadReleaseSet: (museumId, signal) => requestJson({ path: `/api/compositions/${museumId}`, signal }, releaseSetSchema, environment),

    pingKnowledgeBase: (museumId, signal) => requestVoid({ path: '/api/visits/ping', body: { museumId }, signal }, environment),

    chat: (request, onEvent, signal) => streamChat(request, onEvent, signal, environment),

    async welcome(request, signal) {
      return (
        await requestJson({ path: '/api/welcome', body: request, signal, limitMs: welcomeLimitMs }, welcomeResponseSchema, environment)
      ).text;
    },

    planTour: (request, signal) => requestJson({ path: '/api/tours', body: request, signal }, tourPlanResponseSchema, environment),

    rate: (request, signal) => requestVoid({ path: '/api/ratings', body: request, signal }, environment),

    async sealVisit(request, signal) {
      const { sealResponseSchema } = await carriedVisit();
      return requestJson({ path: '/api/visits/seal', body: request, signal }, sealResponseSchema, environment);
    },

    async openVisit(seal, signal) {
      const { openResponseSchema } = await carriedVisit();
      return requestJson({ path: '/api/visits/open', body: { seal }, signal }, openResponseSchema, environment);
    },

    forgetVisit: (museumId, signal) => requestVoid({ path: '/api/visits/forget', body: { museumId }, signal }, environment),

    async transcribe(recording, language, signal) {
      const body = new FormData();
      // A streaming server needs the language before the file.
      body.set('language', language);
      body.set('file', recording, 'audio.wav');
      const request = { path: '/api/transcriptions', body, signal, limitMs: transcriptionLimitMs };
      return (await requestJson(request, transcriptionResponseSchema, environment)).text;
    },

    speak: (voiceId, request, signal) =>
      requestAudio({ path: `/api/speech/${voiceId}`, body: request, signal, limitMs: speechLimitMs }, environment),

    checkConnection: (signal) => requestVoid({ path: '/healthz', signal }, environment),

    async generateQuestions(request, signal) {
      return (await requestJson({ path: '/api/questions', body: request, signal }, questionsResponseSchema, environment)).questions;
    },

    async translate(request, signal) {
      return (await requestJson({ path: '/api/translations', body: request, signal }, translationsResponseSchema, environment)).lines;
    },

    // The page may close directly after a report.
    report: (request) => requestVoid({ path: '/api/reports', body: request, keepalive: true }, environment),
  };
}
