import { createServer } from 'node:http';
import { exhibitions, museum } from '../content.mjs';
import { sendReady } from './child.mjs';

// All hosted services behind one address, without any delay. A streamed chat never ends.

const message = { role: 'assistant', content: 'The ceiling was painted in 1742 and darkened by the smoke of the candles.' };
const questions = 'Who painted this ceiling?\nWhen was it restored?\nWhat does it show?';

/** @type {Record<string, unknown>} */
const answers = {
  '/rest-api/v2/auth/login': { token: 'token' },
  [`/rest-api/v2/museums/${museum._id}`]: museum,
  '/kb-querying/ping': {},
  '/settings/assistant-settings.json': { provider: 'openai', model: 'small', temperature: 0.7 },
  '/chat': { id: 'chat-1', output: [message] },
  '/v1/chat/completions': { choices: [{ message: { content: questions } }] },
};
for (const exhibition of exhibitions) answers[`/rest-api/v2/museums/${museum._id}/exhibitions/${exhibition._id}`] = { data: exhibition };

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.headers.accept === 'text/event-stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ id: 'chat-1', delta: 'The ceiling ' })}\n\n`);
    return;
  }
  const answer = answers[request.url ?? ''];
  const body = JSON.stringify(answer ?? { message: 'not found' });
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
});
// The gateway keeps connections open. If this server closed an idle connection first, a request of the gateway would fail.
server.keepAliveTimeout = 0;
server.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }, () => {
  const address = server.address();
  sendReady(typeof address === 'object' && address ? address.port : 0);
});
