import { randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyInstance } from 'fastify';
import type { MuseumContent } from '../content/content.ts';
import type { Guide } from '../guide/guide.ts';
import { requireKey } from './bearer.ts';
import { parseBody } from './parse-body.ts';
import { answerErrors, ServiceError } from './http.ts';
import { completionRequestSchema, parseQuestionContext } from './completion-request.ts';
import { pickQuestions } from './museum-questions.ts';

export interface CompletionRoutesOptions {
  museums: readonly MuseumContent[];
  guideOf(museum: MuseumContent): Guide;
  llmKey: string;
  clock: Clock;
}

/** The language model in the shape of OpenAI's chat completions. It knows one thing: what a visitor could ask next. */
export function registerCompletionRoutes(app: FastifyInstance, options: CompletionRoutesOptions): void {
  answerErrors(app, ({ status, message }) => ({
    error: { message, type: status < 500 ? 'invalid_request_error' : 'server_error', param: null, code: codes[status] ?? null },
  }));
  app.addHook('onRequest', requireKey(options.llmKey, new ServiceError(401, 'Incorrect API key provided.')));
  app.post('/v1/chat/completions', async (request) => {
    const body = parseBody(completionRequestSchema, request.body);
    const { museum, ...wish } = parseQuestionContext(body, options.museums);
    const documents = museum ? options.guideOf(museum).related(wish.talk, wish.language) : [];
    const content = pickQuestions(documents, wish).join('\n');
    const promptTokens = countTokens(body.messages.map((message) => message.content).join(' '));
    const completionTokens = countTokens(content);
    return {
      id: `chatcmpl-${randomUUID()}`,
      object: 'chat.completion',
      created: Math.floor(options.clock.now() / 1000),
      model: body.model,
      choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: 'stop' }],
      usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens },
    };
  });
}

const codes: Record<number, string> = { 401: 'invalid_api_key', 404: 'unknown_url' };

/** The usual rule of thumb: four characters a token. */
function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
