import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { readEvents } from '../testing/read-events.ts';
import { harbour, mill } from '../testing/sample-content.ts';
import { bearer, startTestPlatform, type TestPlatform, vapiKey } from '../testing/test-platform.ts';

interface ChatAnswer {
  id: string;
  orgId: string;
  assistantId?: string;
  previousChatId?: string;
  messages: { role: string; content: string }[];
  output: { role: string; name?: string; content: string }[];
  createdAt: string;
}

let platform: TestPlatform;
beforeEach(async () => {
  platform = await startTestPlatform();
});
afterEach(() => platform.close());

const variableValues = { museumId: mill.museumId, exhibitionId: mill.wheelId, language: 'en', visitMode: 'exploration' };
const question = { assistantId: mill.assistantId, input: 'Who built the wheel?', assistantOverrides: { variableValues } };
const ask = (body: unknown, headers: Record<string, string> = bearer(vapiKey)) => platform.post('/chat', body, headers);
const askJson = async (body: unknown) => (await (await ask(body)).json()) as ChatAnswer;
const saying = (input: string, values: object = {}) => ({
  ...{ ...question, input },
  assistantOverrides: { variableValues: { ...variableValues, ...values } },
});
const toolMessage = (name: string, content: object) => ({
  ...{ role: 'tool', tool_call_id: `call_${name}`, name },
  content: JSON.stringify(content),
});
const questionMessage = (facts: object) => toolMessage('guide_question', facts);
const contextOf = ({ output }: ChatAnswer) => JSON.parse(output.find(({ name }) => name === 'guide_context')?.content ?? 'null') as unknown;
const quotationMark = toolMessage('guide_context', { sources: [], generated: { kind: 'quotation' } });

it('POST /chat answers with the source as a tool message before the text', async () => {
  const answer = await askJson(question);
  expect(answer.output).toEqual([
    toolMessage('guide_context', { sources: [{ title: 'wall text, Water Wheel', document: 'wheel', paragraphs: [1] }] }),
    quotationMark,
    questionMessage({ language: 'en', stems: ['built', 'wheel'], document: 'museums/mill/knowledge/en/wheel.md' }),
    { role: 'assistant', content: expect.stringContaining('built in 1788 by the carpenter Jonas Brook') },
  ]);
  expect(answer).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    orgId: expect.any(String),
    assistantId: mill.assistantId,
    messages: [{ role: 'user', content: 'Who built the wheel?' }],
    createdAt: '2026-01-01T10:00:00.000Z',
  });
  expect(answer).not.toHaveProperty('previousChatId');
});

it("POST /chat answers an unknown question with “I don't know” and reports it to the site", async () => {
  const answer = await askJson(saying('lighthouse'));
  expect(answer.output).toEqual([
    quotationMark,
    questionMessage({ language: 'en', stems: ['lighthous'], unanswered: 'no-passage' }),
    { role: 'assistant', content: expect.stringMatching(/don't know.*member of staff/) },
  ]);
});

it('POST /chat reports the topic of a question and the nearest file, in both visit modes and any language', async () => {
  const factsOf = async (...given: Parameters<typeof saying>) => {
    const { output } = await askJson(saying(...given));
    return JSON.parse(output.find(({ name }) => name === 'guide_question')?.content ?? 'null') as object | null;
  };
  const price = { language: 'en', stems: ['ticket'], unanswered: 'no-passage' };
  expect(await factsOf('How much is a ticket?')).toEqual(price);
  expect(await factsOf('How much are the tickets?', { visitMode: 'guided' })).toEqual(price);
  expect(await factsOf('Wer war der Müller der Windmühle im Wasserrad?')).toMatchObject({ language: 'de' });
  expect(await factsOf('Hello')).toBeNull();
  expect(await factsOf('???')).toBeNull();
  const { stems = [] } = (await factsOf('zeppelin '.repeat(50) + 'x'.repeat(5_000))) as { stems?: string[] };
  expect(Math.max(...stems.map(({ length }) => length))).toBe(40);
});

it('POST /chat adapts a guided tour to the company and keeps its position from turn to turn', async () => {
  const visit = { visitMode: 'guided', time: '5', visitorType: 'group' };
  const guided = (input: string, previous?: ChatAnswer) => askJson({ ...saying(input, visit), previousChatId: previous?.id });
  const start = await guided('Begin');
  expect(start.output.at(-1)?.content).toContain('Please gather round, all of you.');
  expect(contextOf(start)).toMatchObject({
    sources: [{ title: 'panel, Yard', document: 'yard', paragraphs: [1, 2] }],
    room: { index: 0, count: 2, name: 'Yard' },
    tour: { action: 'begin', phase: 'under-way', room: 1, rooms: 2, stop: 1, stops: 1, asks: 'next-room' },
  });
  const asked = await guided('How was the bread baked in the kitchen?', start);
  expect(contextOf(asked)).toMatchObject({ sources: [{ document: 'kitchen' }], room: { index: 0 }, tour: { asks: 'next-room' } });
  expect(contextOf(asked)).not.toHaveProperty('tour.action');
  expect(asked.output.at(-1)?.content).toMatch(/Kitchen.*\?$/);
  const where = await guided('Where are we?', asked);
  expect(contextOf(where)).toMatchObject({ sources: [], room: { index: 0, count: 2, name: 'Yard' } });
  expect(contextOf(await guided('Yes, let us go on', where))).toMatchObject({ room: { index: 1, name: 'Kitchen' } });
  expect(contextOf(await guided('Again?', asked))).toMatchObject({ room: { index: 0 } });
});

it('POST /chat continues a conversation by the previous id, and two turns may follow the same one', async () => {
  const first = await askJson(question);
  const second = await askJson({ ...saying('Tell me more'), previousChatId: first.id });
  const third = await askJson({ ...saying('Tell me more'), previousChatId: second.id });
  const again = await askJson({ ...saying('Tell me more'), previousChatId: first.id });
  expect([second.previousChatId, again.output]).toEqual([first.id, second.output]);
  expect(new Set([first.id, second.id, third.id, again.id]).size).toBe(4);
  expect([second, third].map((turn) => turn.output.at(-1)?.content)).toEqual([
    expect.stringContaining('brook runs dry'),
    expect.stringContaining('grease was expensive'),
  ]);
});

it('POST /chat finds the place by the assistant alone', async () => {
  const byAssistant = await askJson({ assistantId: harbour.assistantId, input: 'How often does the lighthouse flash?' });
  expect(byAssistant.output.at(-1)?.content).toContain('nine seconds');
});

it.each([
  ['no key', {}],
  ['another key', bearer('vapi-public-key')],
])('POST /chat refuses %s with 401 before it reads the body', async (_, headers: Record<string, string>) => {
  const answer = await ask('{', headers);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ message: expect.any(String), error: 'Unauthorized', statusCode: 401 });
});

it.each<[string, number, unknown]>([
  ['no assistant', 400, { input: 'Hello' }],
  ['no input', 400, { assistantId: mill.assistantId }],
  ['an empty input', 400, { ...question, input: '  ' }],
  ['a number as input', 400, { ...question, input: 5 }],
  ['stream as text', 400, { ...question, stream: 'yes' }],
  ['an unknown language', 400, saying('Hello', { language: 'tlh' })],
  ['an unknown museum', 400, saying('Hello', { museumId: 'f'.repeat(24) })],
  ['an exhibition of another museum', 400, saying('Hello', { exhibitionId: harbour.lighthouseId })],
  ['an unknown previous chat', 400, { ...question, previousChatId: 'nothing' }],
  ['an unknown assistant', 404, { ...question, assistantId: 'asst-nobody' }],
  ['a body that is not JSON', 400, '{"input":'],
  ['null', 400, 'null'],
  ['a body of two megabytes', 413, { ...question, input: 'x'.repeat(2_000_000) }],
])('POST /chat refuses %s with %i in Vapi’s shape', async (_, status, body) => {
  const answer = await ask(body);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ message: expect.any(String), error: expect.any(String), statusCode: status });
});

const streamed = { ...question, stream: true };
const parsed = async (events: ReturnType<typeof readEvents>) => JSON.parse((await events.next()) ?? '') as { id: string };

it('A streamed answer sends the context, then each word, then the end mark', async () => {
  const answer = await ask(streamed);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const events = readEvents(answer);
  const context = await parsed(events);
  expect(context).toEqual({ id: expect.any(String), output: [expect.objectContaining({ role: 'tool', name: 'guide_context' })] });
  expect(await parsed(events)).toEqual({ id: context.id, output: [quotationMark] });
  expect(await parsed(events)).toEqual({ id: context.id, path: 'chat.output[0].content', delta: 'The ' });
  expect(await parsed(events)).toMatchObject({ delta: 'water ' });
  const rest = await events.rest();
  expect(rest.at(-1)).toBe('[DONE]');
  expect(events.raw()).toMatch(/^(data: .+\n\n)+data: \[DONE\]\n\n$/);
});

it('A streamed answer has the same text as an answer in one piece, and no source if the answer has none', async () => {
  const whole = await askJson(question);
  const answer = await ask(streamed);
  const deltas = (await readEvents(answer).rest()).slice(2, -1).map((event) => (JSON.parse(event) as { delta: string }).delta);
  expect(deltas.join('')).toBe(whole.output.at(-1)?.content);
  expect(deltas.every((delta) => /^\S+\s*$/.test(delta))).toBe(true);
  const events = readEvents(await ask({ ...saying('Hello'), stream: true }));
  expect(await parsed(events)).toMatchObject({ output: [quotationMark] });
  expect(await parsed(events)).toMatchObject({ delta: 'Hello, ' });
});
