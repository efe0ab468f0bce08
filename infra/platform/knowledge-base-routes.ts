import type { FastifyInstance } from 'fastify';
import { answerErrors, plainErrorBody } from './services/http.ts';

/** The knowledge base's ping, which wakes it before the first question. Nobody reads the answer. */
export function registerKnowledgeBaseRoutes(app: FastifyInstance): void {
  answerErrors(app, plainErrorBody);
  app.get('/kb-querying/ping', async () => ({ status: 'ok' }));
}
