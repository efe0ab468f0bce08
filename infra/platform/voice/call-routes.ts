import type { Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { answerErrors, isSameSecret, parseBody, plainErrorBody, requireKey, ServiceError } from '../services/http.ts';
import { invalidKey, orgId } from '../vapi/organisation.ts';
import { appMessageSchema } from './app-message.ts';
import { callRequestSchema } from './call-plan.ts';
import { type Call, type Calls, type CallsOptions, createCalls } from './calls.ts';
import type { Room } from './room.ts';
import { roomCloseCodes } from './room-protocol.ts';

const roomPath = /^\/voice\/room\/([0-9a-f-]{36})\/ws$/;
/** Much more than 20 ms of sound or an app message. */
const maxPayload = 64 * 1024;

/** Attaches WebSockets of an HTTP server to the rooms they name; an unknown room closes them, any other path is refused. */
function acceptRoomSockets(server: Server, findRoom: (callId: string) => Room | undefined): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const id = roomPath.exec(request.url ?? '')?.[1];
    if (id === undefined) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const room = findRoom(id);
      if (room) room.attach(webSocket);
      else webSocket.close(roomCloseCodes.unknownRoom);
    });
  });
  return {
    close() {
      for (const webSocket of sockets.clients) webSocket.terminate();
      sockets.close();
    },
  };
}

interface VoiceOptions extends Omit<CallsOptions, 'log'> {
  vapiKey: string;
}

/** Vapi's calls and their rooms on this server. Closing it ends every call and the speech. */
export function registerVoiceRoutes(app: FastifyInstance, { vapiKey, ...options }: VoiceOptions): void {
  const calls = createCalls({ ...options, log: app.log });
  const roomSockets = acceptRoomSockets(app.server, (id) => {
    const call = calls.find(id);
    return call?.status === 'ended' ? undefined : call?.room;
  });
  if (!options.transcribe) app.log.info('no transcription service: the guide answers only what is typed');
  registerCallRoutes(app, { calls, vapiKey });
  // Before the server waits for its connections, of which the rooms' would never end.
  app.addHook('preClose', async () => {
    calls.endAll('worker-shutdown');
    roomSockets.close();
    await options.speech.close();
  });
}

/** A Call as Vapi writes it. @param origin scheme and host under which the platform was asked */
function callResource(call: Call, origin: string) {
  const { id, request, plan, status, controlKey, createdAt, startedAt, endedAt, endedReason } = call;
  const webCallUrl = `${origin}/voice/room/${id}`;
  return {
    id,
    orgId,
    type: 'webCall',
    status,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(endedAt ?? startedAt ?? createdAt),
    ...(startedAt !== undefined && { startedAt: isoTime(startedAt) }),
    ...(endedAt !== undefined && { endedAt: isoTime(endedAt), endedReason }),
    ...(request.assistantId !== undefined && { assistantId: request.assistantId }),
    assistant: plan.assistant,
    webCallUrl,
    transport: { provider: 'daily', callUrl: webCallUrl },
    artifactPlan: { videoRecordingEnabled: plan.carriesVideo },
    // No listenUrl: nobody can listen in.
    monitor: { controlUrl: `${origin}/call/${id}/control?key=${controlKey}` },
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

interface CallRoute {
  Params: { id: string };
  Querystring: { key?: string };
}

/** Vapi's calls: `POST /call/web`, `GET` and `DELETE /call/:id`, and a call's control address. */
function registerCallRoutes(app: FastifyInstance, { calls, vapiKey }: { calls: Calls; vapiKey: string }): void {
  answerErrors(app, plainErrorBody);
  const withKey = { onRequest: requireKey(vapiKey, invalidKey) };
  const findCall = (id: string): Call => {
    const call = calls.find(id);
    if (!call) throw new ServiceError(404, `Couldn't find call ${id}`);
    return call;
  };

  app.post('/call/web', withKey, async (request, reply) => {
    const call = calls.open(parseBody(callRequestSchema, request.body));
    return reply.status(201).send(callResource(call, originOf(request)));
  });
  app.get<CallRoute>('/call/:id', withKey, async (request) => callResource(findCall(request.params.id), originOf(request)));
  app.delete<CallRoute>('/call/:id', withKey, async (request) => {
    const call = findCall(request.params.id);
    calls.remove(call);
    return callResource(call, originOf(request));
  });
  // The address is the secret: a client that has it needs no key.
  app.post<CallRoute>('/call/:id/control', async ({ params, query, body }) => {
    const call = findCall(params.id);
    if (!isSameSecret(query.key ?? '', call.controlKey)) throw new ServiceError(404, `Couldn't find call ${params.id}`);
    if (call.status === 'ended') throw new ServiceError(400, 'The call has ended');
    call.room.handleMessage(parseBody(appMessageSchema, body));
    return { success: true };
  });
}

function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`;
}
