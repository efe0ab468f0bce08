import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { WebSocketServer } from 'ws';
import type { MuseumContent } from '../content/content.ts';
import type { Guide } from '../guide/guide.ts';
import { answerErrors, isSameSecret, parseBody, plainErrorBody, requireKey, ServiceError } from '../services/http.ts';
import type { Speech } from '../speech/speech.ts';
import { questionOf, stateFromSummary } from '../vapi/museum-context.ts';
import { invalidKey, orgId } from '../vapi/organisation.ts';
import { appMessageSchema } from './app-message.ts';
import { type CallPlan, type CallRequest, callRequestSchema, planCall } from './call-plan.ts';
import { createRoom, type Room, type RoomOptions } from './room.ts';
import { roomCloseCodes } from './room-protocol.ts';
import type { Transcribe } from './transcriber.ts';

/** A web call, from its making on. */
interface Call {
  id: string;
  /** A client that has it may control the call, as with Vapi's control addresses. */
  controlKey: string;
  request: CallRequest;
  plan: CallPlan;
  room: Room;
  status: 'queued' | 'in-progress' | 'ended';
  /** Milliseconds since the epoch. */
  createdAt: number;
  startedAt?: number;
  endedAt?: number;
  endedReason?: string;
}

interface CallsOptions {
  museums: readonly MuseumContent[];
  guideOf(museum: MuseumContent): Guide;
  speech: Speech;
  transcribe: Transcribe | undefined;
  clock: Clock;
  /** See RoomOptions. */
  leadMs: number;
  log: FastifyBaseLogger;
}

/** The calls that run, and the last ones that ran. */
interface Calls {
  /** @throws ServiceError 404 for an unknown assistant, 400 for an unknown museum or exhibition, 503 after `endAll` */
  open(request: CallRequest): Call;
  find(id: string): Call | undefined;
  /** Ends it, if it runs, and drops it. */
  remove(call: Call): void;
  /** For good: what is asked for afterwards is refused, so that nothing of a closing server stays open. */
  endAll(reason: string): void;
}

/** Ended calls that are still known. */
const mostEnded = 500;

function createCalls({ museums, guideOf, speech, transcribe, clock, leadMs, log }: CallsOptions): Calls {
  const running = new Map<string, Call>();
  const ended = new LRUCache<string, Call>({ max: mostEnded });
  let isClosed = false;

  const open = (request: CallRequest): Call => {
    if (isClosed) throw new ServiceError(503, 'This service is closing');
    const plan = planCall(request, museums);
    speech.prepare();
    const room = createRoom({
      ...{ plan, clock, speech, transcribe, leadMs, log },
      answer: createAnswers(plan, guideOf(plan.context.museum)),
      onBegin: () => Object.assign(call, { status: 'in-progress', startedAt: clock.now() }),
      onEnd(endedReason) {
        Object.assign(call, { status: 'ended', endedAt: clock.now(), endedReason });
        running.delete(call.id);
        ended.set(call.id, call);
      },
    });
    const call: Call = {
      ...{ id: randomUUID(), controlKey: randomBytes(18).toString('base64url'), createdAt: clock.now() },
      ...{ request, plan, room, status: 'queued' },
    };
    running.set(call.id, call);
    return call;
  };

  return {
    open,
    find: (id) => running.get(id) ?? ended.get(id),
    remove({ id, room }) {
      room.end('assistant-ended-call');
      ended.delete(id);
    },
    endAll(reason) {
      isClosed = true;
      for (const { room } of [...running.values()]) room.end(reason);
    },
  };
}

/** The guide's answers in one call, each from the state the one before left. */
function createAnswers({ context, variables }: CallPlan, guide: Guide): RoomOptions['answer'] {
  let state = stateFromSummary(variables.pastTranscriptSummary, context.museum);
  return async function* (text, signal) {
    for await (const event of guide.answer(state, questionOf(text, variables, context), signal)) {
      if (event.type === 'done') state = event.state;
      yield event;
    }
  };
}

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
    // No listenUrl: a call cannot be monitored.
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
