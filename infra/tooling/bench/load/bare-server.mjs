import { fastify } from 'fastify';
import { Agent, request } from 'undici';
import { plan, sendReady } from './child.mjs';

// The base of all comparisons: routes of Fastify that only send a number of bytes, or a service's answer.

const app = fastify();
/** @type {Map<string, Buffer>} */ const answers = new Map();

/** @param {{ params: unknown }} request */
async function answer({ params }) {
  const { bytes } = /** @type {{ bytes: string }} */ (params);
  const held = answers.get(bytes) ?? Buffer.alloc(Number(bytes), 'x');
  answers.set(bytes, held);
  return held;
}
app.get('/bare/:bytes', answer);
app.post('/bare/:bytes', answer);

const dispatcher = new Agent({ connections: 4_096 });
const headers = { 'content-type': 'application/json' };
app.post('/passed/*', async ({ params, body: sent }, reply) => {
  const { '*': path } = /** @type {{ '*': string }} */ (params);
  const { body } = await request(`http://127.0.0.1:${plan.services}/${path}`, {
    method: 'POST',
    dispatcher,
    headers,
    body: JSON.stringify(sent),
  });
  return reply.type('application/json').send(await body.text());
});
const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
sendReady(Number(port));
