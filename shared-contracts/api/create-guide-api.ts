import { releaseSetSchema } from '../remote/release-set.ts';
import { streamChat } from './chat-stream.ts';
import type { GuideApi } from './guide-api.ts';
import { callEmpty, callJson, type RequestEnvironment } from './request.ts';
import { codeAnswerSchema, exhibitionAnswerSchema, museumAnswerSchema, questionsAnswerSchema } from './schemas.ts';

/** The page's one client of the gateway. It returns or throws (see GuideApi), and remembers nothing. */
export function createGuideApi(environment: RequestEnvironment): GuideApi {
  return {
    loadMuseum: (museumId, signal) => callJson({ path: `/api/museums/${museumId}`, signal }, museumAnswerSchema, environment),

    async findMuseum(code, signal) {
      const path = `/api/museums?code=${encodeURIComponent(code)}`;
      return (await callJson({ path, signal }, codeAnswerSchema, environment)).museumId;
    },

    async loadExhibition(museumId, exhibitionId, signal) {
      const path = `/api/museums/${museumId}/exhibitions/${exhibitionId}`;
      return (await callJson({ path, signal }, exhibitionAnswerSchema, environment)).exhibition;
    },

    loadReleaseSet: (museumId, signal) => callJson({ path: `/api/compositions/${museumId}`, signal }, releaseSetSchema, environment),

    pingKnowledgeBase: (museumId, signal) => callEmpty({ path: '/api/visits/ping', body: { museumId }, signal }, environment),

    chat: (request, onEvent, signal) => streamChat(request, onEvent, signal, environment),

    async generateQuestions(request, signal) {
      return (await callJson({ path: '/api/questions', body: request, signal }, questionsAnswerSchema, environment)).questions;
    },

    // A report may be the last thing a page does.
    report: (request) => callEmpty({ path: '/api/reports', body: request, keepalive: true }, environment),
  };
}
