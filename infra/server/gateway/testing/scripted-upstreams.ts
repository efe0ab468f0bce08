import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { exhibitionId, exhibitionRecord, museumId, museumRecord, muteExhibitionId, otherMuseumId, otherMuseumRecord } from './samples.ts';
import { answerJson, type HeardRequest, type Script, type ScriptedServer, sendJson, startScriptedServer } from './scripted-server.ts';

export const loginPath = '/rest-api/v2/auth/login';
export const museumPath = `/rest-api/v2/museums/${museumId}`;
export const exhibitionPath = `${museumPath}/exhibitions/${exhibitionId}`;
export const chatPath = '/chat';
export const callPath = '/call/web';
export const completionsPath = '/v1/chat/completions';
export const pingPath = '/kb-querying/ping';
export const settingsPath = '/settings/assistant-settings.json';

export interface ScriptedUpstreams extends ScriptedServer {
  /** Makes tokens of earlier logins invalid. */
  expireTokens(): void;
  onRecord(path: string, answer: unknown): void;
}

/** All hosted services behind one address, healthy until a test scripts something else. */
export async function startScriptedUpstreams(): Promise<ScriptedUpstreams> {
  const server = await startScriptedServer();
  let logins = 0;
  let oldestValid = 1;
  const isLoggedIn = ({ headers }: HeardRequest) =>
    Number(/^Bearer token-(\d+)$/.exec(headers.authorization ?? '')?.[1] ?? 0) >= oldestValid;
  const withLogin =
    (script: Script): Script =>
    (request, response) =>
      isLoggedIn(request) ? script(request, response) : sendJson(response, 401, { message: 'Unauthorized' });
  const onRecord = (path: string, answer: unknown) => server.on(path, withLogin(answerJson(200, answer)));

  const beHealthy = () => {
    [logins, oldestValid] = [0, 1];
    server.on(loginPath, (_, response) => {
      logins += 1;
      sendJson(response, 200, { token: `token-${logins}` });
    });
    onRecord(museumPath, museumRecord);
    onRecord(`/rest-api/v2/museums/${otherMuseumId}`, otherMuseumRecord);
    onRecord(exhibitionPath, { data: exhibitionRecord });
    onRecord(`${museumPath}/exhibitions/${muteExhibitionId}`, { data: { _id: muteExhibitionId, name: 'The Attic' } });
    server.on(pingPath, answerJson(200, {}));
    server.on(settingsPath, answerJson(200, { provider: 'openai', model: 'small', temperature: 0.7 }));
    server.on(callPath, answerCall(server.origin));
    server.on(chatPath, answerChat(['The books ', 'are old.']));
    const questions = 'Who wrote this book?\nWhen was it bound?\nWhere was it found?';
    server.on(completionsPath, answerJson(200, { choices: [{ message: { content: questions } }] }));
  };
  beHealthy();
  return {
    ...server,
    onRecord,
    expireTokens: () => {
      oldestValid = logins + 1;
    },
    reset() {
      server.reset();
      beHealthy();
    },
  };
}

const context = { sources: [{ title: 'Wall text', document: 'library' }], room: { index: 1, count: 3, name: 'Library' } };
export const contextMessage = { role: 'tool', name: 'guide_context', content: JSON.stringify(context) };

export function chatStream(deltas: readonly string[], chatId = 'chat-1'): Buffer {
  const chunks = [
    { id: chatId, output: [contextMessage] },
    ...deltas.map((delta) => ({ id: chatId, path: 'chat.output[1].content', delta })),
  ];
  return Buffer.from(`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`);
}

/** Streams on request. The ids count the questions of the conversation. */
export function answerChat(deltas: readonly string[]): Script {
  return ({ body }, response) => {
    const { stream, previousChatId = 'chat-0' } = JSON.parse(body) as { stream?: boolean; previousChatId?: string };
    const chatId = `chat-${Number(previousChatId.slice(5)) + 1}`;
    if (stream) return void startStream(response).end(chatStream(deltas, chatId));
    sendJson(response, 200, { id: chatId, output: [contextMessage, { role: 'assistant', content: deltas.join('') }] });
  };
}

/** The answer also has fields that browsers must not get. */
export function answerCall(origin: string): Script {
  return (_, response) => {
    const id = randomUUID();
    sendJson(response, 201, {
      id,
      orgId: 'upstream-secret',
      type: 'webCall',
      status: 'queued',
      assistant: { voice: { provider: '11labs', voiceId: 'upstream-secret' }, model: { messages: [{ content: 'upstream-secret' }] } },
      artifactPlan: { videoRecordingEnabled: false, recordingPath: 'upstream-secret' },
      webCallUrl: `${origin}/voice/room/${id}`,
      transport: { provider: 'daily', callUrl: `${origin}/voice/room/${id}`, callToken: 'meeting-token' },
      monitor: { controlUrl: `${origin}/control/${id}`, listenUrl: 'wss://upstream-secret.example' },
    });
  };
}

export function startStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}

export const answerText = (content: string, id = 'chat-1'): Script => answerJson(200, { id, output: [{ role: 'assistant', content }] });
