import type { ReplyPart } from '@enfilade/shared-contracts/api/reply-events';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { defaultLimits } from '../gateway.ts';
import { textOf } from '../testing/chat-client.ts';
import { openServices } from '../testing/open-services.ts';
import { startStream } from '../testing/scripted-upstreams.ts';
import { askGuide } from './ask-guide.ts';

const vapiKey = 'canary-key-of-the-guide';
const event = (chunk: object) => `data: ${JSON.stringify({ id: 'chat-1', ...chunk })}\n\n`;
const end = 'data: [DONE]\n\n';
const promptMark = 'a-mark-nobody-could-guess';
const body = {
  ...{ assistantId: 'a', input: 'What is this?', stream: true },
  assistantOverrides: { variableValues: { custom_instruction: 'Be brief.' } },
} as Parameters<typeof askGuide>[1]['body'];

const site = openServices();

/** The pieces' text, and the conversation's id or the fault's reason. */
const hear = async (...pieces: string[]): Promise<[said: string, end: string | undefined]> => {
  const { server, services } = site;
  server.on('/chat', (_, response) => {
    startStream(response);
    for (const piece of pieces) response.write(piece);
    response.end();
  });
  const events: ReplyPart[] = [];
  const service = { upstream: services.of('guide'), vapi: { url: server.origin, key: vapiKey }, promptMark, limits: defaultLimits.chat };
  const emit = (one: ReplyPart) => void events.push(one);
  const call = { body, emit, told: {}, signal: new AbortController().signal, requestId: 'r-1' };
  const ended = await askGuide(service, call).catch((fault: { reason: string }) => fault.reason);
  return [textOf(events), ended];
};

it('askGuide sends the key, the accepted type and the request’s id', async () => {
  expect(await hear(event({ delta: 'A chair.' }), end)).toEqual(['A chair.', 'chat-1']);
  const [heard] = site.server.heard;
  const headers = { authorization: `Bearer ${vapiKey}`, accept: 'text/event-stream', 'content-type': 'application/json' };
  expect(heard?.headers).toMatchObject({ ...headers, 'x-request-id': 'r-1' });
  const assistantOverrides = { variableValues: { custom_instruction: `${promptMark}\nBe brief.` } };
  expect(JSON.parse(heard?.body ?? '')).toEqual({ ...body, assistantOverrides });
});

it('an answer that recites the instruction ends before the complete prompt mark, in pieces of any size', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: promptMark.length }), async (size) => {
      const recited = `I was told: ${promptMark} Be brief.`;
      const pieces = recited.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
      const [said, reason] = await hear(...pieces.map((delta) => event({ delta })), end);
      expect(said).not.toContain(promptMark);
      expect(reason).toBe('the answer contains a secret');
    }),
    { numRuns: promptMark.length },
  ));

it.each([
  ['a line of 900 kB', [event({ path: 'x'.repeat(900_000) })], 'chat-1'],
  ['a line of 1.1 MB in two pieces', [`data: ${' '.repeat(550_000)}`, `${' '.repeat(550_000)}{}\n\n`], 'the answer does not end'],
  ['900 kB in lines', Array.from({ length: 90 }, () => event({ path: 'x'.repeat(9_900) })), 'chat-1'],
  ['1.1 MB in lines', Array.from({ length: 110 }, () => event({ path: 'x'.repeat(10_000) })), 'the answer does not end'],
])('an answer of %s is read or given up', async (_, pieces, ended) => {
  expect((await hear(event({ delta: 'So.' }), ...pieces, end))[1]).toBe(ended);
});

it('an answer that contains our key, in any number of pieces, ends before the key is shown', async () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: vapiKey.length - 1 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(cuts, async (points) => {
      const bounds = [0, ...points.sort((one, other) => one - other), vapiKey.length];
      const deltas = bounds.slice(1).map((bound, at) => vapiKey.slice(bounds[at], bound));
      const [said, ended] = await hear(...['The key is ', ...deltas, '.'].map((delta) => event({ delta })), end);
      expect(said).not.toContain(vapiKey);
      expect(ended).toBe('the answer contains a secret');
    }),
    { numRuns: 30 },
  );
});

it('an answer whose sources contain our key is refused', async () => {
  const context = { role: 'tool', name: 'guide_context', content: JSON.stringify({ sources: [{ title: vapiKey, document: 'x' }] }) };
  expect((await hear(event({ output: [context] }), end))[1]).toBe('the answer contains a secret');
});
