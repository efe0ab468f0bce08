import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Content, MuseumContent } from '../content/content.ts';
import { createGuide, type Guide } from './guide/guide.ts';
import { answerErrors, plainErrorBody, ServiceError } from './http/service-error.ts';
import { registerKnowledgeBaseRoutes } from './knowledge-base-routes.ts';
import { registerCompletionRoutes } from './llm/completion-routes.ts';
import { registerMiddlewareRoutes } from './middleware/middleware-routes.ts';
import { registerSettingsRoutes } from './settings-routes.ts';
import { registerChatRoutes } from './vapi/chat-routes.ts';
import { createChats } from './vapi/chats.ts';

export interface PlatformOptions {
  content: Content;
  /** The one login of the middleware. */
  credential: { email: string; password: string };
  /** Private key of the voice platform. */
  vapiKey: string;
  llmKey: string;
  clock: Clock;
  /** Between two words of a streamed answer; the first goes out at once. */
  wordDelayMs?: number;
  logger?: FastifyBaseLogger;
}

/**
 * Stand-ins for every hosted service, each in its own wire shape, on one server that is not listening yet:
 * middleware, knowledge base, settings bucket, Vapi's chat, chat completions.
 */
export async function createPlatform(options: PlatformOptions): Promise<FastifyInstance> {
  const { clock, credential, vapiKey, llmKey, wordDelayMs = 12 } = options;
  const { museums } = options.content;
  const app = fastify(options.logger ? { loggerInstance: options.logger } : { logger: false });
  const guides = new Map(museums.map((museum) => [museum, createGuide(museum)]));
  const guideOf = (museum: MuseumContent): Guide => {
    const guide = guides.get(museum);
    if (!guide) throw new ServiceError(500, 'A museum without a guide');
    return guide;
  };

  answerErrors(app, plainErrorBody);
  app.setNotFoundHandler(async (request) => {
    throw new ServiceError(404, `Cannot ${request.method} ${request.url.split('?')[0]}`);
  });
  await app.register(async (scope) => registerMiddlewareRoutes(scope, { museums, credential, clock }));
  await app.register(registerKnowledgeBaseRoutes);
  await app.register(registerSettingsRoutes);
  await app.register(async (scope) => registerChatRoutes(scope, { chats: createChats(museums, guideOf), vapiKey, clock, wordDelayMs }));
  await app.register(async (scope) => registerCompletionRoutes(scope, { museums, guideOf, llmKey, clock }));
  return app;
}
