import { chatResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { expect, it } from '@rstest/core';
import { z } from 'zod';
import { ask, chatBody, cookieOf, eventStream, readEvents, textOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionRecord, visit } from '../testing/samples.ts';
import { answerJson, sendJson } from '../testing/scripted-server.ts';
import { answerText, chatPath, chatStream, exhibitionPath, startStream } from '../testing/scripted-upstreams.ts';
import { secrets } from '../testing/test-gateway.ts';

const site = openEachTest();

const said = (content: string | null, role = 'assistant') => ({ role, content });
const sorry = "I'm sorry, I couldn't process your request. Please try again.";
const asked = () =>
  site.upstreams.heard.filter(({ path }) => path === chatPath).map(({ body, headers }) => ({ ...JSON.parse(body), headers }));

it('POST /api/chat answers in one piece, with sources and room', async () => {
  const answer = await site.gateway.post('/api/chat', chatBody());
  expect(answer.status).toBe(200);
  expect(z.strictObject(chatResponseSchema.shape).parse(answer.json())).toEqual({
    messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ...{ text: 'The books are old.', sources: [{ title: 'Wall text', document: 'library' }] },
    ...{ room: { index: 1, count: 3, name: 'Library' }, generated: { kind: 'model' } },
  });
  expect(asked()[0].stream).toBe(false);
});

it('POST /api/chat passes on how the platform made a text, and says “model” if the platform says nothing', async () => {
  const marked = (generated: unknown) => {
    const content = JSON.stringify({ sources: [], generated });
    const output = [
      { role: 'tool', name: 'guide_context', content },
      { role: 'assistant', content: 'Old.' },
    ];
    site.upstreams.on(chatPath, answerJson(200, { id: 'chat-1', output }));
    return ask(site.gateway);
  };
  expect((await marked({ kind: 'quotation' }))[0]).toEqual({ type: 'generated', kind: 'quotation' });
  expect((await marked({ kind: 'model', model: 'llama' }))[0]).toEqual({ type: 'generated', kind: 'model', model: 'llama' });
  expect((await marked({ kind: 'magic' }))[0]).toEqual({ type: 'generated', kind: 'model' });
});

it('POST /api/chat streams the same answer to a client that accepts events', async () => {
  const answer = await site.gateway.post('/api/chat', chatBody(), eventStream);
  const type = 'text/event-stream; charset=utf-8';
  // If x-accel-buffering is missing, nginx holds the stream back until its end.
  const headers = { 'content-type': type, 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' };
  expect(answer).toMatchObject({ status: 200, headers });
  const events = readEvents(answer);
  expect(events.map(({ type }) => type)).toEqual(['source', 'room', 'generated', 'text', 'text', 'done']);
  expect(textOf(events)).toBe('The books are old.');
  expect(asked()[0].stream).toBe(true);
});

it('POST /api/chat sends the assistant the visitor’s answers in the visitor’s language, with the gateway’s key', async () => {
  const answers = { time: ['time.15'], goals: ['goal.learn', 'goal.relax'], voice: ['fr-9'] };
  const assistant = { ...exhibitionRecord.assistant, firstMessage: '{"en":"Hello.","de":"Sie haben {{time}}."}' };
  site.upstreams.onRecord(exhibitionPath, { data: { ...exhibitionRecord, assistant } });
  await ask(site.gateway, chatBody({ visit: { ...visit, language: 'de', answers } }));
  const [request] = asked();
  expect(request.headers.authorization).toBe(`Bearer ${secrets.vapi}`);
  expect([request.assistantId, request.input, request.previousChatId]).toEqual(['asst-library', 'What is this?', undefined]);
  expect(request.assistantOverrides.variableValues).toMatchObject({
    ...{ museumId: visit.museumId, exhibitionId: visit.exhibitionId, language: 'de', visitMode: 'guided' },
    ...{ time: '15', goals: 'learn,relax', visitorType: '' },
    custom_instruction: expect.stringMatching(/^\w+\nZeit 15 Minuten, Ziele lernen, entspannen\.$/),
  });
  expect(request.assistantOverrides.firstMessage).toBe('Sie haben 15 Minuten.');
  await ask(site.gateway, chatBody({ visit: { ...visit, language: 'fr', answers } }));
  expect(asked()[1].assistantOverrides.variableValues).toMatchObject({
    language: 'fr',
    custom_instruction: expect.stringMatching(/\nTime 15 minutes, goals apprendre, se détendre, .*, \{\{other\}\}\.$/),
  });
});

it('POST /api/chat sends the assistant the summary of earlier words, and no answers that the museum does not offer', async () => {
  await ask(site.gateway, chatBody({ pastTranscriptSummary: 'Visitor: Who painted it?' }));
  await ask(site.gateway);
  const values = () => asked().map(({ assistantOverrides }) => assistantOverrides.variableValues);
  expect(values().map((each) => each.pastTranscriptSummary)).toEqual(['Visitor: Who painted it?', undefined]);
  await ask(site.gateway, chatBody({ visit: { ...visit, answers: { time: ['time.99'], expertise: ['visitorType.kids'] } } }));
  expect(values().at(-1)).toMatchObject({ time: '', visitorType: '' });
});

it('POST /api/chat continues one conversation for each visit and exhibition, in any language', async () => {
  const first = await site.gateway.post('/api/chat', chatBody());
  const cookie = cookieOf(first);
  const next = await site.gateway.post('/api/chat', chatBody(), { cookie });
  await site.gateway.post('/api/chat', chatBody(), { cookie });
  await site.gateway.post('/api/chat', chatBody({ visit: { ...visit, language: 'fr' } }), { cookie });
  await site.gateway.post('/api/chat', chatBody());
  expect(asked().map(({ previousChatId }) => previousChatId)).toEqual([undefined, 'chat-1', 'chat-2', 'chat-3', undefined]);
  expect(next.headers['set-cookie']).toBeUndefined();
  expect(first.text + next.text).not.toContain('chat-');
});

it('POST /api/chat continues from the last complete answer after an answer failed', async () => {
  const cookie = cookieOf(await site.gateway.post('/api/chat', chatBody()));
  site.upstreams.on(chatPath, (_, response) => {
    startStream(response).write('data: {"id":"chat-9","delta":"The"}\n\n', () => response.socket?.destroySoon());
  });
  const events = await ask(site.gateway, chatBody(), { cookie });
  expect([events.map(({ type }) => type), textOf(events)]).toEqual([['generated', 'text', 'error'], 'The']);
  site.upstreams.on(chatPath, answerText('Again.', 'chat-2'));
  await site.gateway.post('/api/chat', chatBody(), { cookie });
  expect(asked().at(-1).previousChatId).toBe('chat-1');
});

it.each([
  ['the last message without tool calls', [said('One.'), said('Two.')], 'Two.'],
  ['the message before a tool call', [said('One.'), { ...said('x'), tool_calls: [{}] }], 'One.'],
  ['the first content if no assistant replied', [said('First.', 'system'), said('Second.', 'user')], 'First.'],
  ['the apology if the output is empty', [], sorry],
  ['the apology instead of the guide’s context', [{ role: 'tool', name: 'guide_context', content: '{}' }], sorry],
  ['the apology if the content is null', [said(null)], sorry],
])('POST /api/chat replies with %s, in one piece and streamed', async (_, output, text) => {
  site.upstreams.on(chatPath, answerJson(200, { id: 'chat-1', output }));
  expect((await site.gateway.post('/api/chat', chatBody())).json<{ text: string }>().text).toBe(text);
  expect(textOf(await ask(site.gateway))).toBe(text);
  site.upstreams.on(chatPath, (_request, response) => {
    startStream(response).end(`data: ${JSON.stringify({ id: 'chat-1', output })}\n\ndata: [DONE]\n\n`);
  });
  expect(textOf(await ask(site.gateway))).toBe(text);
});

it('POST /api/chat starts a new conversation if the platform no longer has the old one', async () => {
  const cookie = cookieOf(await site.gateway.post('/api/chat', chatBody()));
  site.upstreams.on(chatPath, ({ body }, response) => {
    if (body.includes('previousChatId')) return sendJson(response, 400, { message: 'no such chat' });
    sendJson(response, 200, { id: 'chat-1', output: [{ role: 'assistant', content: 'Anew.' }] });
  });
  expect(textOf(await ask(site.gateway, chatBody(), { cookie }))).toBe('Anew.');
  expect(asked().map(({ previousChatId }) => previousChatId)).toEqual([undefined, 'chat-1', undefined]);
});

it('POST /api/chat reads a stream that arrives byte by byte', async () => {
  const deltas = ['Bücher — ', '漢字 😀'];
  site.upstreams.on(chatPath, async (_, response) => {
    startStream(response);
    for (const byte of chatStream(deltas)) await new Promise((written) => response.write(Uint8Array.of(byte), written));
    response.end();
  });
  const events = await ask(site.gateway);
  expect([textOf(events), events.at(-1)?.type]).toEqual([deltas.join(''), 'done']);
});

it('POST /api/chat answers without sources if it cannot read them', async () => {
  const output = [
    { role: 'tool', name: 'guide_context', content: '{"sources": "none", "room": {"index": -1}}' },
    { role: 'tool', name: 'guide_context', content: 'not JSON' },
    { role: 'assistant', content: 'Fine.' },
  ];
  site.upstreams.on(chatPath, answerJson(200, { id: 'chat-1', output }));
  expect((await ask(site.gateway)).map(({ type }) => type)).toEqual(['generated', 'text', 'done']);
});
