import { chatBody, eventStream, readEvents, textOf } from '@enfilade/server/gateway/testing/chat-client';
import type { TestGateway } from '@enfilade/server/gateway/testing/test-gateway';
import { chatResponseSchema, tourSchema } from '@enfilade/shared-contracts/api/schemas';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { bearer, type Exchange, kindOf, post, refused, type Services } from './exchange.ts';
import { assistantId, keys, museumId, visit } from './sample-museum.ts';
import { holdContract, onBothSides, prepareStage } from './stage.ts';

const variableValues = { museumId, language: 'en', visitMode: 'guided' };
const begin = 'Begin the tour';
const question = { assistantId, input: begin, assistantOverrides: { variableValues } };
const ask = ({ origin }: Services, body: unknown, headers: Record<string, string> = bearer(keys.vapi)) =>
  post(`${origin}/chat`, body, headers);

const said = { role: z.literal('assistant'), content: z.string().max(10_000).nullish() };
const toolCall = z.object({ id: z.string(), type: z.literal('function'), function: z.unknown() });
const returned = { content: z.string().max(10_000), name: z.string().max(40).optional(), tool_call_id: z.string() };
const outputSchema = z
  .array(
    z.discriminatedUnion('role', [
      z.object({ ...said, tool_calls: z.array(toolCall).optional() }),
      z.object({ role: z.literal('tool'), ...returned }),
    ]),
  )
  .min(1);
const contextSchema = z.object({
  sources: z.array(z.object({ title: z.string(), document: z.string() })),
  room: z.object({ index: z.int(), count: z.int(), name: z.string() }),
  tour: tourSchema,
});
const contextOf = (output: z.infer<typeof outputSchema>) => output.find(({ role }) => role === 'tool')?.content ?? 'null';

/** The tool returned sources, room and tour before the assistant spoke. */
const chatSchema = z
  .object({ id: z.string().min(1), orgId: z.string(), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime(), output: outputSchema })
  .refine(({ output }) => contextSchema.safeParse(JSON.parse(contextOf(output))).success, 'no context')
  .refine(({ output }) => output.at(-1)?.role === 'assistant' && output.at(-1)?.content, 'no text at the end');

const deltaSchema = z.object({
  id: z.string(),
  sessionId: z.string().optional(),
  path: z.string().regex(/^chat\.output\[\d+\]\.content$/),
  delta: z.string(),
});
const eventSchema = z.union([deltaSchema, z.strictObject({ id: z.string(), output: outputSchema })]);

/** Events contain only data and comments of one chat, with a tool's result first. The end mark is optional. */
const streamSchema = z
  .string()
  .regex(/^(?:(?:data: .+|: .*)\n\n)+$/)
  .transform((text) =>
    text
      .split('\n\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => line.slice('data: '.length)),
  )
  .transform((events) => (events.at(-1) === '[DONE]' ? events.slice(0, -1) : events).map((event) => eventSchema.parse(JSON.parse(event))))
  .refine((events) => new Set(events.map(({ id }) => id)).size === 1, 'more than one id')
  .refine((events) => {
    const firstWord = events.findIndex((event) => 'delta' in event);
    const lastWord = events.findLastIndex((event) => 'delta' in event);
    return firstWord > 0 && events.slice(firstWord, lastWord).every((event) => 'delta' in event);
  }, 'another order');

const first = async (services: Services) => z.object({ id: z.string() }).parse(await (await ask(services, question)).json()).id;

const contract: Record<string, Exchange> = {
  'sends the result of its tool before the text': { ask: (services) => ask(services, question), status: 200, answer: chatSchema },
  'continues an earlier chat': {
    ask: async (services) => ask(services, { ...question, previousChatId: await first(services) }),
    status: 200,
    answer: chatSchema.and(z.object({ previousChatId: z.string() })),
  },
  'streams the same answer as deltas': {
    ask: (services) => ask(services, { ...question, stream: true }),
    status: 200,
    type: /^text\/event-stream/,
    answer: streamSchema,
  },
  'refuses an unknown previous chat with 400': refused(400, (to) => ask(to, { ...question, previousChatId: 'nothing' })),
  'refuses a streamed question with 400 as JSON': refused(400, (to) => ask(to, { ...question, stream: true, previousChatId: 'nothing' })),
  'refuses a session beside a previous chat with 400': refused(400, async (to) =>
    ask(to, { ...question, previousChatId: await first(to), sessionId: 'session' }),
  ),
  'responds with 404 for another assistant': refused(404, (to) => ask(to, { ...question, assistantId: 'somebody' })),
  'refuses a number as input with 400': refused(400, (to) => ask(to, { ...question, input: 5 })),
  'refuses a question without a key with 401': refused(401, (to) => ask(to, question, {})),
};

const stage = prepareStage();
const guided = { ...visit, visitMode: 'guided' };
const askGateway = (gateway: TestGateway, headers: Record<string, string> = {}) =>
  gateway.post('/api/chat', chatBody({ visit: guided, text: begin }), headers);

describe('Vapi’s chat', () => holdContract(stage, contract));

it('the gateway gets an answer of the same kind from Vapi and from the stand-in, as JSON', async () => {
  const [hosted, standIn] = await onBothSides(stage, async (gateway) =>
    z.strictObject(chatResponseSchema.shape).parse((await askGateway(gateway)).json()),
  );
  expect(kindOf(hosted)).toEqual(kindOf(standIn));
  expect(hosted).toMatchObject({ text: 'It was built in 1788.', sources: [{ document: 'wheel' }], room: { name: 'Yard' } });
});

it('the gateway streams the same events in the same order from Vapi and from the stand-in', async () => {
  const [hosted, standIn] = await onBothSides(stage, async (gateway) => readEvents(await askGateway(gateway, eventStream)));
  const kinds = [hosted, standIn].map((events) => [...new Set(events.map(({ type }) => type))]);
  expect(kinds[0]).toEqual(['source', 'room', 'tour', 'generated', 'text', 'done']);
  expect(kinds[1]).toEqual(kinds[0]);
  expect(textOf(hosted)).toBe('It was built in 1788.');
});
