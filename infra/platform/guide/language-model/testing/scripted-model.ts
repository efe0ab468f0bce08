import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { startLocalServer } from '../../../testing/local-server.ts';

export interface ModelRequest {
  path: string;
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: string }[]; [field: string]: unknown };
  /** Resolves when the connection closes before the end of the answer. */
  aborted: Promise<void>;
}

export type ModelScript = (request: ModelRequest, response: ServerResponse) => void | Promise<void>;

/** A service in OpenAI's shape that answers by a script, on a free port. */
export async function startScriptedModel(script: ModelScript = says('I do not know.')) {
  const requests: ModelRequest[] = [];
  const state = { script, open: 0 };
  const server = await startLocalServer(async (request, response) => {
    const body = (await json(request)) as ModelRequest['body'];
    state.open += 1;
    const aborted = new Promise<void>((resolve) => {
      response.once('close', () => {
        state.open -= 1;
        if (!response.writableFinished) resolve();
      });
    });
    const heard = { path: request.url ?? '', authorization: request.headers.authorization, body, aborted };
    requests.push(heard);
    await state.script(heard, response);
  });
  return {
    ...server,
    requests,
    openRequests: () => state.open,
    answerWith(next: ModelScript) {
      state.script = next;
    },
  };
}

export type ScriptedModel = Awaited<ReturnType<typeof startScriptedModel>>;

export const chunk = (delta: object, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null }],
  ...more,
});
export const finish = (reason = 'stop') => ({ ...chunk({}), choices: [{ index: 0, delta: {}, finish_reason: reason }] });
export const dataOf = (parts: readonly object[]): string => parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('');
export const usage = { prompt_tokens: 812, completion_tokens: 37, total_tokens: 849 };

export const piecesOf = (text: string): string[] => text.match(/\s*\S{1,6}/g) ?? [];

export function openStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
}

/** Streams like vLLM and OpenAI: the role first, the usage in a last chunk without choices. */
export function says(text: string, counted: unknown = usage): ModelScript {
  return (_, response) => {
    openStream(response);
    const parts = [chunk({ role: 'assistant', content: '' }), ...piecesOf(text).map((content) => chunk({ content })), finish()];
    for (const part of [...parts, { ...chunk({}), choices: [], usage: counted }]) response.write(dataOf([part]));
    response.end('data: [DONE]\n\n');
  };
}

export const leavesOpen =
  (...said: string[]): ModelScript =>
  (_, response) =>
    void openStream(response).write(dataOf(said.map((content) => chunk({ content }))));
