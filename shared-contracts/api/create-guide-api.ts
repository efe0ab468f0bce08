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

/** Nobody looks at an empty page for longer: the fallback says as much. */
export const welcomeLimitMs = 3_000;
/** Two megabytes take 40 s at 400 kbit/s, and then they have to be understood. */
export const transcriptionLimitMs = 75_000;
/** One text as sound: synthesis and some 100 kB. */
export const speechLimitMs = 20_000;

/** Part of the chunk that uses it. */
const carriedVisit = () => import(/* webpackChunkName: "end" */ './carried-visit.ts');

const documentsPath = (museumId: string) => `/api/museums/${museumId}/documents`;

/** The page's one client of the gateway. Returns or throws (see GuideApi), and keeps no state. */
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
      // Before the file, so that a streaming reader has the language first.
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

    // A report may be the last thing a page does.
    report: (request) => requestVoid({ path: '/api/reports', body: request, keepalive: true }, environment),
  };
}
