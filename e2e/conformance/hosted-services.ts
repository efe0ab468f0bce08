import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../test-kit/listen.ts';
import type { Services } from './exchange.ts';
import { completionRoutes } from './hosted/chat-completions.ts';
import { type HostedAnswer, HostedRefusal, type HostedRequest, type HostedRoute, jsonAnswer } from './hosted/hosted-route.ts';
import { knowledgeBaseRoutes } from './hosted/knowledge-base.ts';
import { middlewareRoutes } from './hosted/middleware.ts';
import { settingsRoutes } from './hosted/settings-bucket.ts';
import { speechRoutes } from './hosted/text-to-speech.ts';
import { transcriptionRoutes } from './hosted/transcription.ts';
import { callRoutes } from './hosted/vapi-call.ts';
import { createChatRoutes } from './hosted/vapi-chat.ts';

/** The server answers as the hosted services' documentation describes, and refuses wrong requests. */
export interface HostedServices extends Services {
  readonly heard: HostedRequest[];
  /** A correct client causes no refusal. */
  readonly refused: string[];
  /** The answer applies to every path that begins with `pathStart`. */
  answerWith(pathStart: string, answer: HostedAnswer): void;
}

export async function startHostedServices(): Promise<HostedServices> {
  const routes = [
    ...middlewareRoutes,
    ...knowledgeBaseRoutes,
    ...settingsRoutes,
    ...callRoutes,
    ...createChatRoutes(),
    ...completionRoutes,
    ...transcriptionRoutes,
    ...speechRoutes,
  ];
  const heard: HostedRequest[] = [];
  const refused: string[] = [];
  const fixed = new Map<string, HostedAnswer>();

  const answer = async (request: HostedRequest, origin: string): Promise<HostedAnswer> => {
    const set = [...fixed].find(([start]) => request.path.startsWith(start))?.[1];
    if (set) return set;
    try {
      return await findRoute(routes, request).answer(request, origin);
    } catch (error) {
      if (!(error instanceof HostedRefusal)) throw error;
      refused.push(`${request.method} ${request.path}: ${error.message}`);
      return error.answer;
    }
  };
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    heard.push(request);
    const { status, headers, body } = await answer(request, `http://${incoming.headers.host}`);
    response.writeHead(status, headers).end(body);
  });
  const { origin, close } = await listen(server);
  return {
    origin,
    transcriptionUrl: `${origin}/v1`,
    heard,
    refused,
    answerWith: (pathStart, set) => void fixed.set(pathStart, set),
    close,
  };
}

/** @throws HostedRefusal 404 */
function findRoute(routes: readonly HostedRoute[], { method, path }: HostedRequest): HostedRoute {
  const route = routes.find((one) => one.method === method && one.path.test(path));
  if (!route) throw new HostedRefusal(jsonAnswer(404, { message: `Cannot ${method} ${path}`, error: 'Not Found', statusCode: 404 }));
  return route;
}

async function readRequest(incoming: IncomingMessage): Promise<HostedRequest> {
  const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://hosted');
  return { method: incoming.method ?? '', path, query, headers: incoming.headers, body: await buffer(incoming) };
}
