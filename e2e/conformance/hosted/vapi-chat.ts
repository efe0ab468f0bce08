import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { assistantId } from '../sample-museum.ts';
import { type HostedAnswer, HostedRefusal, type HostedRoute, jsonAnswer, parseHostedBody } from './hosted-route.ts';
import { refuseBody, requireVapiKey, vapiError } from './vapi-door.ts';
import { chatSchema } from './vapi-shapes.ts';

/**
 * Vapi's chats. Source: "Chat quickstart", "Streaming chat", "Session management", and `Chat`, `ToolMessage`, `CreateChatStreamResponse` of
 * the API description. A tool's call and result are in `output` before the text. Their form in a stream is not documented; the platform's
 * widget reads events with `output`.
 */
const reply = 'It was built in 1788.';
const toolCallId = 'call_4jRGUjRFivxyf75J3Uu2eoBh';
const context = {
  sources: [{ title: 'wall text, Water Wheel', document: 'wheel', paragraphs: [1] }],
  room: { index: 0, count: 2, name: 'Yard' },
  tour: { action: 'begin', phase: 'under-way', room: 1, rooms: 2, stop: 1, stops: 1, leftSeconds: 150, asks: 'next-room', mark: '1.1' },
};

const toolMessages = [
  {
    role: 'assistant',
    tool_calls: [{ id: toolCallId, type: 'function', function: { name: 'guide_context', arguments: '{"query":"wheel"}' } }],
  },
  { role: 'tool', tool_call_id: toolCallId, name: 'guide_context', content: JSON.stringify(context), metadata: {} },
];

type ChatRequest = z.infer<typeof chatSchema>;

function chatAnswer(id: string, { input, previousChatId }: Pick<ChatRequest, 'input' | 'previousChatId'>) {
  const at = '2026-02-03T09:15:02.339Z';
  return {
    id,
    orgId: 'eb166faa-7145-46ef-8044-589b47ae3b56',
    assistantId,
    ...(previousChatId !== undefined && { previousChatId }),
    input,
    stream: false,
    messages: [{ role: 'user', content: input }],
    output: [...toolMessages, { role: 'assistant', content: reply, refusal: null }],
    createdAt: at,
    updatedAt: at,
    cost: 0.0012,
    costs: [
      { type: 'model', model: { provider: 'openai', model: 'gpt-4o-mini' }, promptTokens: 812, completionTokens: 14, cost: 0.0002 },
      { type: 'chat', cost: 0.001 },
    ],
  };
}

/** As documented: no end mark, one event for each delta; occasional comments keep the connection open. */
function chatStream(id: string): HostedAnswer {
  const deltas = reply.match(/\s*\S+/g) ?? [];
  const events = [{ id, output: toolMessages }, ...deltas.map((delta) => ({ id, path: 'chat.output[2].content', delta }))];
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    body: `: ping\n\n${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}`,
  };
}

const forgotten = (chatId: string) => vapiError(400, 'Bad Request', `previousChatId ${chatId} not found`);

export function createChatRoutes(): HostedRoute[] {
  const known = new Set<string>();
  const take = (told: ChatRequest): string => {
    const { previousChatId } = told;
    if (previousChatId !== undefined && !known.has(previousChatId)) throw new HostedRefusal(forgotten(previousChatId));
    if (previousChatId === undefined && told.assistantId === undefined && told.assistant === undefined)
      throw new HostedRefusal(
        vapiError(400, 'Bad Request', 'At least one of assistantId, assistant, sessionId, previousChatId is needed.'),
      );
    if (told.assistantId !== undefined && told.assistantId !== assistantId)
      throw new HostedRefusal(vapiError(404, 'Not Found', `Couldn't Find Assistant. ${told.assistantId}`));
    const id = randomUUID();
    known.add(id);
    return id;
  };
  const chat: HostedRoute = {
    method: 'POST',
    path: /^\/chat$/,
    answer(request) {
      requireVapiKey(request);
      const told = parseHostedBody(chatSchema, request, refuseBody);
      const id = take(told);
      return told.stream ? chatStream(id) : jsonAnswer(200, chatAnswer(id, told));
    },
  };
  return [chat];
}
