import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { mill } from '../testing/sample-content.ts';
import { bearer, llmKey, startTestPlatform, type TestPlatform } from '../testing/test-platform.ts';

interface Completion {
  id: string;
  choices: { index: number; message: { role: string; content: string }; finish_reason: string }[];
  usage: Record<string, number>;
}

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.close());

const completionsPath = '/v1/chat/completions';
const request = (system: string, user = '') => ({
  model: 'small-model',
  temperature: 0.7,
  max_tokens: 100,
  messages: [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ],
});
const complete = async (system: string, user?: string) =>
  (await (await platform.post(completionsPath, request(system, user), bearer(llmKey))).json()) as Completion;
const questionsOf = ({ choices }: Completion) => choices[0]?.message.content.split('\n') ?? [];
const instructions = (language: string, asked: string[] = []) =>
  ['Ask three questions.', `language: ${language}`, `museum: ${mill.museumId}`, `asked: ${JSON.stringify(asked)}`].join('\n');

describe('what a stand-in for chat completions cannot do', () => {
  const ask = async (change: object) => {
    const response = await platform.post(completionsPath, { ...request(instructions('en')), ...change }, bearer(llmKey));
    return {
      status: response.status,
      body: (await response.json()) as { error?: { type: string; param: string | null; code: string | null } },
    };
  };
  const part = (...parts: object[]) => ({ messages: [{ role: 'user', content: parts }] });

  it.each([
    ['response_format', { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } } }],
    ['tools', { tools: [{ type: 'function', function: { name: 'x' } }] }],
    ['tool_choice', { tool_choice: 'auto' }],
    ['n', { n: 2 }],
    ['stream', { stream: true }],
    ['logprobs', { logprobs: true }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['messages.0.content', part({ type: 'text', text: 'What?' }, { type: 'image_url', image_url: { url: 'data:,' } })],
  ])('is refused and named rather than ignored: %s', async (param, change) => {
    const { status, body } = await ask(change);
    expect([status, body.error]).toEqual([
      400,
      expect.objectContaining({ type: 'invalid_request_error', param, code: 'unsupported_value' }),
    ]);
  });

  it('is refused alone: what says the same as nothing, and text in parts, is answered', async () => {
    for (const change of [
      { response_format: { type: 'text' }, n: 1, stream: false, tools: [], tool_choice: 'none', logprobs: null, modalities: ['text'] },
      part({ type: 'text', text: 'The wheel ' }, { type: 'text', text: 'was built in 1788.' }),
    ])
      expect((await ask(change)).status).toBe(200);
  });

  it('names the field of a body that is wrong', async () => {
    const { body } = await ask({ temperature: 3 });
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param: 'temperature', code: null });
  });

  it('has no other address: 404 with code and type, for any method', async () => {
    for (const path of ['/v1/models', '/v1/responses', '/v1/audio/speech']) {
      const response = await platform.post(path, {}, bearer(llmKey));
      const body = (await response.json()) as object;
      expect([response.status, body]).toEqual([
        404,
        { error: { message: `Invalid URL (POST ${path})`, type: 'invalid_request_error', param: null, code: 'unknown_url' } },
      ]);
    }
  });
});

describe('POST /v1/chat/completions', () => {
  it('answers three lines in the shape of a completion', async () => {
    const completion = await complete(instructions('en'), 'The wheel was built in 1788.');
    expect(completion).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      created: Date.parse('2026-01-01T10:00:00Z') / 1000,
      model: 'small-model',
      choices: [{ index: 0, message: { role: 'assistant', content: expect.any(String) }, finish_reason: 'stop' }],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number), total_tokens: expect.any(Number) },
    });
    expect(questionsOf(completion)).toHaveLength(3);
  });

  it('begins with what the documents answer, and says the same for the same', async () => {
    const [first, second] = [await complete(instructions('en'), 'the wheel'), await complete(instructions('en'), 'the wheel')];
    expect(questionsOf(first)[0]).toBe('Why does the wheel stand still in August?');
    expect(questionsOf(first)).toEqual(questionsOf(second));
  });

  it('repeats none that was asked', async () => {
    const first = questionsOf(await complete(instructions('de'), 'Das Rad'));
    const second = questionsOf(await complete(instructions('de', first), 'Das Rad'));
    expect(first[0]).toBe('Warum steht das Rad im August still?');
    expect(second).toHaveLength(3);
    expect(second.filter((question) => first.includes(question))).toEqual([]);
  });

  it.each(['', 'language: tlh\nmuseum: ../..\nasked: [broken', 'asked: {"a":1}\nmuseum:'])(
    'asks general questions in English where the instructions are %j',
    async (system) => {
      const questions = questionsOf(await complete(system, 'anything'));
      expect(questions).toHaveLength(3);
      expect(questions[0]).toBe('What should I not miss here?');
    },
  );

  it.each([
    ['no key', {}],
    ['another key', bearer('sk-nothing')],
  ])('refuses %s with 401', async (_, headers: Record<string, string>) => {
    const answer = await platform.post(completionsPath, request(''), headers);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      error: { message: expect.any(String), type: 'invalid_request_error', param: null, code: 'invalid_api_key' },
    });
  });

  it.each<[string, unknown]>([
    ['no messages', { model: 'small-model', messages: [] }],
    ['no model', { messages: request('').messages }],
    ['a message without content', { model: 'm', messages: [{ role: 'user' }] }],
    ['a temperature of ten', { ...request(''), temperature: 10 }],
    ['a request to stream', { ...request(''), stream: true }],
    ['what is no JSON', '{'],
    ['a list', []],
  ])('refuses %s with 400', async (_, body) => {
    const answer = await platform.post(completionsPath, body, bearer(llmKey));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { message: expect.any(String), type: 'invalid_request_error' } });
  });
});
