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

describe('a request that a stand-in for chat completions cannot answer', () => {
  const part = (...parts: object[]) => ({ messages: [{ role: 'user', content: parts }] });
  const unsupported = { code: 'unsupported_value' };
  it.each<[string, object, object]>([
    ['response_format', { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } } }, unsupported],
    ['tools', { tools: [{ type: 'function', function: { name: 'x' } }] }, unsupported],
    ['tool_choice', { tool_choice: 'auto' }, unsupported],
    ['n', { n: 2 }, unsupported],
    ['stream', { stream: true }, unsupported],
    ['logprobs', { logprobs: true }, unsupported],
    ['modalities', { modalities: ['text', 'audio'] }, unsupported],
    ['messages.0.content', part({ type: 'text', text: 'What?' }, { type: 'image_url', image_url: { url: 'data:,' } }), unsupported],
    ['messages', { messages: [] }, {}],
    ['model', { model: undefined }, {}],
    ['messages.0.content', { messages: [{ role: 'user' }] }, {}],
    ['temperature', { temperature: 10 }, { code: null }],
  ])(
    'a request that a stand-in for chat completions cannot answer is refused with 400 by the name of its field: %s',
    async (param, change, more) => {
      const answer = await platform.post(completionsPath, { ...request(instructions('en')), ...change }, bearer(llmKey));
      const error = { type: 'invalid_request_error', message: expect.any(String), param, ...more };
      expect([answer.status, await answer.json()]).toEqual([400, { error: expect.objectContaining(error) }]);
    },
  );

  it.each(['{', []])(
    'a request that a stand-in for chat completions cannot answer is refused with 400 where it is no object: %j',
    async (body) => {
      const answer = await platform.post(completionsPath, body, bearer(llmKey));
      const error = expect.objectContaining({ message: expect.any(String), type: 'invalid_request_error' });
      expect([answer.status, await answer.json()]).toEqual([400, { error }]);
    },
  );

  it.each([
    { response_format: { type: 'text' }, n: 1, stream: false, tools: [], tool_choice: 'none', logprobs: null, modalities: ['text'] },
    part({ type: 'text', text: 'The wheel ' }, { type: 'text', text: 'was built in 1788.' }),
  ])(
    'a request that a stand-in for chat completions cannot answer is not one that says the same as nothing, or text in parts: %j',
    async (change) => {
      const answer = await platform.post(completionsPath, { ...request(instructions('en')), ...change }, bearer(llmKey));
      expect(answer.status).toBe(200);
    },
  );

  it.each(['/v1/models', '/v1/responses', '/v1/audio/speech'])(
    'a request that a stand-in for chat completions cannot answer has no other address: POST %s is 404 with code and type',
    async (path) => {
      const answer = await platform.post(path, {}, bearer(llmKey));
      const error = { message: `Invalid URL (POST ${path})`, type: 'invalid_request_error', param: null, code: 'unknown_url' };
      expect([answer.status, await answer.json()]).toEqual([404, { error }]);
    },
  );
});

describe('POST /v1/chat/completions', () => {
  it('POST /v1/chat/completions answers three lines in the shape of a completion', async () => {
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

  it('POST /v1/chat/completions begins with what the documents answer, and says the same for the same', async () => {
    const [first, second] = [await complete(instructions('en'), 'the wheel'), await complete(instructions('en'), 'the wheel')];
    expect(questionsOf(first)[0]).toBe('Why does the wheel stand still in August?');
    expect(questionsOf(first)).toEqual(questionsOf(second));
  });

  it('POST /v1/chat/completions repeats none that was asked', async () => {
    const first = questionsOf(await complete(instructions('de'), 'Das Rad'));
    const second = questionsOf(await complete(instructions('de', first), 'Das Rad'));
    expect(first[0]).toBe('Warum steht das Rad im August still?');
    expect(second).toHaveLength(3);
    expect(second.filter((question) => first.includes(question))).toEqual([]);
  });

  it.each(['', 'language: tlh\nmuseum: ../..\nasked: [broken', 'asked: {"a":1}\nmuseum:'])(
    'POST /v1/chat/completions asks general questions in English where the instructions are %j',
    async (system) => {
      const questions = questionsOf(await complete(system, 'anything'));
      expect(questions).toHaveLength(3);
      expect(questions[0]).toBe('What should I not miss here?');
    },
  );
});
