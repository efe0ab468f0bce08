import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the service got it. */
export interface ModelRequest {
  path: string;
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: string }[]; [field: string]: unknown };
  /** Resolves when its connection is gone before the answer ended. */
  aborted: Promise<void>;
}

export type ModelScript = (request: ModelRequest, response: ServerResponse) => void | Promise<void>;

/** A language model in OpenAI's shape that answers as it is told, on a free port. */
export async function startScriptedModel(script: ModelScript = says('I do not know.')) {
  const requests: ModelRequest[] = [];
  const state = { script, open: 0 };
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      let onAbort = () => {};
      const aborted = new Promise<void>((resolve) => {
        onAbort = resolve;
      });
      state.open += 1;
      response.once('close', () => {
        state.open -= 1;
        if (!response.writableFinished) onAbort();
      });
      const heard = {
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body: JSON.parse(body) as ModelRequest['body'],
        aborted,
      };
      requests.push(heard);
      await state.script(heard, response);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Requests that have no whole answer yet. */
    openRequests: () => state.open,
    answerWith(next: ModelScript) {
      state.script = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type ScriptedModel = Awaited<ReturnType<typeof startScriptedModel>>;

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}

export const chunk = (delta: object, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null }],
  ...more,
});
export const finish = (reason = 'stop') => ({ ...chunk({}), choices: [{ index: 0, delta: {}, finish_reason: reason }] });
export const usage = { prompt_tokens: 812, completion_tokens: 37, total_tokens: 849 };

/** A text in the pieces a model makes it of: about a word each. */
export const piecesOf = (text: string): string[] => text.match(/\s*\S{1,6}/g) ?? [];

export function openStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
}

/** The stream of vLLM and OpenAI: the role first, the usage last in a chunk without choices. */
export function says(text: string, counted: unknown = usage): ModelScript {
  return (_, response) => {
    openStream(response);
    const parts = [chunk({ role: 'assistant', content: '' }), ...piecesOf(text).map((content) => chunk({ content })), finish()];
    for (const part of [...parts, { ...chunk({}), choices: [], usage: counted }]) response.write(`data: ${JSON.stringify(part)}\n\n`);
    response.end('data: [DONE]\n\n');
  };
}

/** Says so much, and then nothing more: the connection stays open. */
export const leavesOpen =
  (...said: string[]): ModelScript =>
  (_, response) =>
    void openStream(response).write(said.map((content) => `data: ${JSON.stringify(chunk({ content }))}\n\n`).join(''));
