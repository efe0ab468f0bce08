import { type ChatResponse, chatResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { expect, it } from '@rstest/core';
import { errorMessages } from '../../http/exchange.ts';
import { defaultGuideLimits } from '../guide/ask-guide.ts';
import { ask, chatBody, textOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { answerJson, type Script } from '../testing/scripted-server.ts';
import { chatPath, chatStream, startStream } from '../testing/scripted-upstreams.ts';

/** No healthy answer waits for the limit. */
const limitsOf: Record<string, Partial<typeof defaultGuideLimits>> = {
  'never answers': { firstByteMs: 80 },
  'sends headers alone': { firstByteMs: 80 },
  'falls silent': { idleMs: 80 },
  'never ends its stream': { wholeMs: 250 },
};
const event = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;
const begun = event({ id: 'chat-1', delta: 'The ' });

const faults: [name: string, code: 'upstream-failed' | 'upstream-timeout' | 'busy', script: Script][] = [
  ['never answers', 'upstream-timeout', () => undefined],
  ['sends headers alone', 'upstream-timeout', (_, response) => startStream(response).flushHeaders()],
  ['falls silent', 'upstream-timeout', (_, response) => void startStream(response).write(begun)],
  ['never ends its stream', 'upstream-timeout', (_, response) => dripFor(response, 5000)],
  ['responds with 500', 'upstream-failed', answerJson(500, { message: 'upstream secret' })],
  ['responds with 401', 'upstream-failed', answerJson(401, { message: 'Invalid API key.' })],
  ['responds with 429', 'busy', answerJson(429, {})],
  ['redirects', 'upstream-failed', (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end()],
  ['answers HTML', 'upstream-failed', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
  ['answers another shape', 'upstream-failed', answerJson(200, { choices: [] })],
  ['breaks the connection', 'upstream-failed', (_, response) => void response.destroy()],
  ['sends an event that is not JSON', 'upstream-failed', (_, response) => void startStream(response).end(`${begun}data: {broken\n\n`)],
  ['sends an error as an event', 'upstream-failed', (_, response) => void startStream(response).end(`${begun}data: "failed"\n\n`)],
  ['ends before its first event', 'upstream-failed', (_, response) => void startStream(response).end()],
  ['sends an endless line', 'upstream-failed', (_, response) => void startStream(response).end('a'.repeat(600_000))],
  ['sends endless text', 'upstream-failed', (_, response) => void startStream(response).end(begun.repeat(20_000))],
  ['closes a stream without length or mark', 'upstream-failed', (_, response) => endWithoutMark(response)],
];

function dripFor(response: Parameters<Script>[1], ms: number): void {
  startStream(response);
  const timer = setInterval(() => response.write(begun), 20);
  const stop = setTimeout(() => response.end(), ms);
  response.on('close', () => {
    clearInterval(timer);
    clearTimeout(stop);
  });
}

/** HTTP/1.0 servers end an answer by closing the connection, whether the answer is complete or not. */
function endWithoutMark(response: Parameters<Script>[1]): void {
  response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n${begun}`);
}

/** In batches of 20, because on a starved machine the site would refuse some of all questions at once. */
async function askEach<Answer>(questions: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let first = 0; first < questions.length; first += 20)
    answers.push(...(await Promise.all(questions.slice(first, first + 20).map((each) => each()))));
  return answers;
}

const site = openEachTest();

it.each(faults)('a chat platform that %s makes the answer end with the catalogue’s error %s', async (name, code, script) => {
  if (code === 'upstream-timeout') await site.reopen({ limits: { chat: { ...defaultGuideLimits, ...limitsOf[name] } } });
  site.upstreams.on(chatPath, script);
  const events = await ask(site.gateway);
  expect(events.at(-1)).toMatchObject({ type: 'error', code, message: errorMessages[code] });
  expect(textOf(events).replaceAll('The ', '')).toBe('');
  expect(JSON.stringify(events)).not.toMatch(/secret|Invalid/);
});

it('a failing chat platform gives a JSON request 502, 503 with Retry-After, or 504', async () => {
  site.upstreams.on(chatPath, answerJson(500, {}));
  expect((await site.gateway.post('/api/chat', chatBody())).status).toBe(502);
  site.upstreams.on(chatPath, answerJson(429, {}));
  const busy = await site.gateway.post('/api/chat', chatBody());
  expect([busy.status, busy.headers['retry-after'], busy.json<{ retryAfterSeconds: number }>().retryAfterSeconds]).toEqual([503, '5', 5]);
  site.upstreams.on(chatPath, () => site.gateway.clock.turn(defaultGuideLimits.wholeMs));
  expect((await site.gateway.post('/api/chat', chatBody())).status).toBe(504);
});

it('an answer ends at the platform’s end mark, even on an open connection, or at the end of a chunked stream', async () => {
  site.upstreams.on(chatPath, (_, response) => void startStream(response).write(chatStream(['Whole.'])));
  expect((await ask(site.gateway)).at(-1)?.type).toBe('done');
  site.upstreams.on(chatPath, (_, response) => void startStream(response).end(begun));
  expect((await ask(site.gateway)).map(({ type }) => type)).toEqual(['generated', 'text', 'done']);
});

it('a cut answer shows what arrived; the repeated message calls the platform once more and then gets the complete answer without a call', async () => {
  const deltas = ['Die ', '„Bücher“ ', '– 😀 ', 'stehen ', 'noch.'];
  const bytes = Buffer.from(`${deltas.map((delta) => event({ id: 'chat-1', delta })).join('')}data: [DONE]\n\n`);
  const points = Array.from({ length: 67 }, (_, index) => index * 3 + 1);
  const shownAt = (point: number) => deltas.slice(0, bytes.subarray(0, point).toString().split('\n\n').length - 1).join('');
  const asked = new Map<string, number>();
  // The question says where its first answer is cut; the next answer is complete.
  site.upstreams.on(chatPath, ({ body }, response) => {
    const { input } = JSON.parse(body) as { input: string };
    asked.set(input, (asked.get(input) ?? 0) + 1);
    if (asked.get(input) === 1) startStream(response).write(bytes.subarray(0, Number(input)), () => response.socket?.destroySoon());
    else startStream(response).end(bytes);
  });
  expect(bytes.length - 'data: [DONE]'.length).toBeGreaterThan(200);
  const bodies = points.map((point) => chatBody({ text: String(point) }));
  const askAll = () => askEach(bodies.map((body) => () => ask(site.gateway, body)));
  const cut = await askAll();
  expect(cut.map((events) => events.at(-1))).toEqual(points.map(() => expect.objectContaining({ type: 'error', code: 'upstream-failed' })));
  expect(cut.map(textOf)).toEqual(points.map(shownAt));
  for (const _ of ['again', 'a third time']) {
    const answers = await askAll();
    expect(answers.map((events) => [textOf(events), events.at(-1)?.type])).toEqual(points.map(() => [deltas.join(''), 'done']));
  }
  expect([...asked.values()]).toEqual(points.map(() => 2));
  expect((await site.gateway.get('/healthz')).status).toBe(200);
});

it('twenty simultaneous copies of one message make one call and get the same answer, streamed or in one piece', async () => {
  const body = chatBody();
  const [streams, wholes] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => ask(site.gateway, body))),
    Promise.all(Array.from({ length: 10 }, () => site.gateway.post('/api/chat', body))),
  ]);
  const answers = wholes.map((answer): ChatResponse => chatResponseSchema.parse(answer.json()));
  expect(site.upstreams.count(chatPath)).toBe(1);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  for (const events of streams) {
    expect([textOf(events), events.at(-1)]).toEqual([answers[0]?.text, { type: 'done', messageId: answers[0]?.messageId }]);
  }
  expect(new Set(wholes.map(({ headers }) => String(headers['set-cookie']).split('.')[0])).size).toBe(1);
});

it('reusing a message id for another text is refused with 422', async () => {
  const body = chatBody();
  await site.gateway.post('/api/chat', body);
  const answer = await site.gateway.post('/api/chat', { ...body, text: 'Something else' });
  expect([answer.status, answer.json<{ code: string }>().code]).toEqual([422, 'refused']);
});
