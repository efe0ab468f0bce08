import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { createTurnedClock } from '../../testing/turned-clock.ts';
import { type CompletionPart, createCompletions } from './stream-completion.ts';
import {
  chunk,
  finish,
  leavesOpen,
  type ModelScript,
  openStream,
  piecesOf,
  type ScriptedModel,
  says,
  startScriptedModel,
  usage,
} from './testing/scripted-model.ts';

let model: ScriptedModel;
beforeAll(async () => {
  model = await startScriptedModel();
});
afterAll(() => model.close());

const text = 'The wheel was built in 1788 [1]. Größe: 40 Eimer.';
const data = (parts: readonly object[], { before = 'data: ', after = '\n\n' } = {}) =>
  parts.map((part) => `${before}${JSON.stringify(part)}${after}`).join('');
const pieces = piecesOf(text).map((content) => chunk({ content }));
const raw =
  (body: string): ModelScript =>
  (_, response) =>
    void openStream(response).end(body);

async function complete(script: ModelScript, tools?: object[]) {
  model.answerWith(script);
  const parts: CompletionPart[] = [];
  const stream = createCompletions({ url: `${model.url}/v1`, model: 'm' }, createTurnedClock());
  const completion = { messages: [{ role: 'user', content: 'Hi' } as const], maxTokens: 9, ...(tools && { tools }) };
  for await (const part of stream(completion, new AbortController().signal)) parts.push(part);
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    isWhole: parts.some(({ type }) => type === 'whole'),
    usage: parts.flatMap((part) => (part.type === 'usage' ? [part.usage] : [])).at(-1),
    tools: parts.flatMap((part) => (part.type === 'tool' ? [[part.name, part.arguments]] : [])),
  };
}

const counted = { promptTokens: 812, completionTokens: 37 };
const plain = { ...usage, total_tokens: undefined };

const done = 'data: [DONE]\n\n';
const last = { choices: [], usage };
const padded = chunk({ role: 'assistant', content: '', refusal: null }, { obfuscation: 'x1', service_tier: 'default', usage: null });
const thinking = [chunk({ role: 'assistant', content: null, reasoning_content: 'Hm, 1789?' }), chunk({ reasoning: 'no' })];
const emptyEnd = { ...finish(), choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'stop' }] };
const timed = [...pieces, { ...finish(), timings: { predicted_n: 9 } }];
const metered = [...pieces, { ...finish(), stop_reason: null }].map((part, at) => ({
  ...part,
  usage: { ...usage, completion_tokens: at },
}));
const lastTimed = { ...last, timings: { prompt_ms: 1 }, system_fingerprint: 'b6' };
const emptyDeltas = [chunk({}), { choices: [{ index: 0, finish_reason: null }] }, { choices: [{ index: 0, delta: null }] }];
const bodies: [string, string, object?][] = [
  [
    'OpenAI in 2026: padding, refusal and tier in each chunk',
    data([padded, ...pieces, finish(), { ...last, obfuscation: '' }]) + done,
    counted,
  ],
  [
    'vLLM with a reasoning parser: content is null while it thinks',
    data([...thinking, ...pieces, finish(), { choices: [], usage: plain }]) + done,
    counted,
  ],
  ['Ollama: no usage, an empty piece with the reason', data([...pieces, emptyEnd]) + done],
  [
    'llama.cpp: timings, no space behind the colon, lines ended by CR LF',
    `: ping\r\n\r\n${data(timed, { before: 'data:', after: '\r\n\r\n' })}data:[DONE]\r\n\r\n`,
  ],
  ['vLLM with usage in every chunk, and fields of its own', data([...metered, last]) + done, counted],
  [
    'llama.cpp in 2026: usage and timings in a last chunk, a fingerprint, null for absent fields',
    data([chunk({ role: 'assistant', content: null }), ...pieces, finish(), lastTimed]) + done,
    counted,
  ],
  ['deltas that are empty, null or missing', data([...emptyDeltas, chunk({ content: '' }), ...pieces, finish()]) + done],
  ['a stream without a line end after the last mark', `${data([...pieces, finish()])}data: [DONE]`],
  ['a stream without an end mark', data([...pieces, finish()])],
  ['a stream without a line end after the last event', data([...pieces, finish()]).trimEnd()],
  ['a stream with one line end between events', data([...pieces, finish()], { after: '\n' })],
];
const scripts: [string, ModelScript, object?][] = [
  ['OpenAI and vLLM: role first, usage in a last chunk without choices', says(text), counted],
  ['a connection that stays open after the end mark', (_, response) => void openStream(response).write(data([...pieces, finish()]) + done)],
  [
    'an answer in one piece instead of a stream',
    (_, response) => {
      const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices, usage }, null, 2));
    },
    counted,
  ],
  [
    'a stream that comes a byte at a time',
    async (_, response) => {
      openStream(response);
      for (const byte of Buffer.from(`${data([chunk({ content: text }), finish()])}data: [DONE]\n\n`)) {
        response.write(Buffer.of(byte));
        if (byte === 0x3a) await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    },
  ],
];
const services = [...scripts, ...bodies.map(([name, body, ...more]) => [name, raw(body), ...more] as const)];

it.each(services)('A streamed completion is read from %s', async (_, script, expected) => {
  expect(await complete(script)).toEqual({ text, isWhole: true, usage: expected, tools: [] });
});

it('A streamed completion is not whole if the service cut it at the token limit or anywhere', async () => {
  expect(await complete(raw(`${data([...pieces, finish('length')])}data: [DONE]\n\n`))).toMatchObject({ text, isWhole: false });
  expect(await complete(raw(data(pieces)))).toMatchObject({ text, isWhole: false });
});

const call = (one: object) => chunk({ tool_calls: [one] });
const piece = (index: number, part: object) => call({ index, function: part });
const toRoom = ['go_to_room', '{"number":2}'];
const named = call({ index: 0, id: 'c1', type: 'function', function: { name: 'go_to_room', arguments: '' } });
const inTurns = [
  ...[piece(0, { name: 'go_to_room', arguments: '{"number"' }), piece(1, { name: 'finish_tour', arguments: '{' })],
  ...[piece(0, { arguments: ':2}' }), piece(1, { arguments: '}' })],
];
it.each<[string, object[], string[][]]>([
  ['in pieces with an index', [named, piece(0, { arguments: '{"num' }), piece(0, { arguments: 'ber":2}' })], [toRoom]],
  ['whole and without an index', [call({ id: 'c1', function: { name: 'finish_tour', arguments: '{}' } })], [['finish_tour', '{}']]],
  ['in turns, two of them', inTurns, [toRoom, ['finish_tour', '{}']]],
])('A streamed completion joins tool calls that come %s', async (_, parts, tools) => {
  for (const end of ['data: [DONE]\n\n', ''])
    expect((await complete(raw(data([...parts, finish('tool_calls')]) + end))).tools).toEqual(tools);
});

it.each<[string, number, string]>([
  ['Ollama without the model', 404, '{"error":{"message":"model \\"m\\" not found","type":"api_error","param":null,"code":null}}'],
  ['vLLM without the model', 404, '{"error":{"message":"The model `m` does not exist.","type":"NotFoundError","code":404}}'],
  ['llama.cpp while it loads', 503, '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}'],
  ['OpenAI without quota', 429, '{"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}'],
])('A completion fails with the status alone if the service is %s', async (_, status, body) => {
  const refused = complete((_request, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body));
  await expect(refused).rejects.toMatchObject({ name: 'ModelError', message: `The service answered ${status}` });
});

const tuning = ['temperature', 'max_tokens', 'stream_options'];
it.each([
  ['refuses one option after the other by name', ['temperature', 'max_tokens'], 'Unsupported parameter: $', ['tools', 'stream_options']],
  ['refuses tools without naming them', ['tools'], '{"error":"invalid request"}', tuning],
  ['refuses an option without naming any', ['stream_options'], '', ['tools']],
  ['accepts nothing but messages', ['tools', ...tuning], 'Bad request', []],
] as const)('A service that %s gets its requests without the refused options, now and later', async (_, refused, complaint, kept) => {
  const sent: string[][] = [];
  const stream = createCompletions({ url: model.url, model: 'm' }, createTurnedClock());
  model.answerWith((request, response) => {
    const { model: _model, stream: _stream, messages: _messages, ...options } = request.body;
    sent.push(Object.keys(options));
    const first = refused.find((name) => name in options);
    if (first) response.writeHead(422).end(complaint.replace('$', first));
    else void says(text)(request, response);
  });
  for (const content of ['one', 'two']) {
    const asked = { messages: [{ role: 'user', content }], maxTokens: 9, tools: [{}] } as const;
    for await (const _part of stream(asked, new AbortController().signal));
  }
  expect(sent.slice(-2)).toEqual([kept, kept]);
});

it('A streamed completion ends with its listener, even after a garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  model.answerWith(leavesOpen('The wheel'));
  const listening = new AbortController();
  const messages = [{ role: 'user', content: 'Hi' } as const];
  const parts = createCompletions({ url: model.url, model: 'm' }, createTurnedClock())({ messages, maxTokens: 9 }, listening.signal);
  const reading = parts[Symbol.asyncIterator]();
  await reading.next();
  for (let time = 0; time < 3; time += 1) {
    collect();
    // V8 clears weak references between two tasks.
    await nextTask();
  }
  const next = reading.next();
  listening.abort();
  await expect(next).rejects.toMatchObject({ name: 'AbortError' });
  await model.requests.at(-1)?.aborted;
});
