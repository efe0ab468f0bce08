import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { WebSocketServer } from 'ws';
import type { MuseumContent } from '../content/content.ts';
import type { Guide } from '../guide/guide.ts';
import type { AnswerUsage, GuideEvent, GuideState, QuestionFacts } from '../guide/guide-state.ts';
import { isSameSecret, parseBody, requireKey, ServiceError } from '../services/http.ts';
import type { Speech } from '../speech/speech.ts';
import { orgId, questionOf, stateFromSummary } from '../vapi/chat-request.ts';
import { appMessageSchema, type CallPlan, type CallRequest, callRequestSchema, planCall } from './call-plan.ts';
import { Room, type RoomOptions } from './room.ts';
import { roomCloseCodes } from './room-protocol.ts';
import type { Utterance } from './transcriber.ts';

interface CallsOptions extends Pick<RoomOptions, 'speech' | 'transcribe' | 'clock' | 'leadMs' | 'onFirstSound' | 'log'> {
  museums: readonly MuseumContent[];
  guideOf(museum: MuseumContent): Guide;
  onCallQuestion?: ((callId: string, text: string, facts: QuestionFacts) => void) | undefined;
}

const mostEndedCalls = 1_000;

function createCallMeter({ speech, transcribe }: Pick<CallsOptions, 'speech' | 'transcribe'>) {
  const answers: AnswerUsage[] = [];
  let characters = 0;
  let seconds = 0;
  const sum = (tokens: 'promptTokens' | 'completionTokens') => answers.reduce((total, usage) => total + usage[tokens], 0);
  return {
    onAnswer: (usage: AnswerUsage) => void answers.push(usage),
    speech: {
      ...speech,
      say: (request, listener, signal) => {
        const onBilled = (count: number) => {
          characters += count;
        };
        return speech.say(request, { ...listener, onBilled }, signal);
      },
    } satisfies Speech,
    transcribe:
      transcribe &&
      ((utterance: Utterance) => {
        seconds += utterance.samples.length / utterance.sampleRate;
        return transcribe(utterance);
      }),
    /** In Vapi's shape without prices. Absent if nothing was used or the model's service counted no answer. Interrupted answers are estimated. */
    costs() {
      const model = { type: 'model', promptTokens: sum('promptTokens'), completionTokens: sum('completionTokens') } as const;
      const parts = [
        ...(answers.length > 0 ? [model] : []),
        ...(characters > 0 ? [{ type: 'voice', characters } as const] : []),
        ...(transcribe ? [{ type: 'transcriber', minutes: seconds / 60 } as const] : []),
      ];
      const isCounted = answers.length === 0 || answers.some(({ isEstimated }) => !isEstimated);
      return parts.length > 0 && isCounted ? { costs: parts } : {};
    },
  };
}

function createCalls({ museums, guideOf, onCallQuestion, ...options }: CallsOptions) {
  /** `controlKey` is the secret of the control address, which needs no other key, as at Vapi. */
  const running = new Map<string, { id: string; controlKey: string; plan: CallPlan; room: Room }>();
  const ended = new LRUCache<string, ReturnType<ReturnType<typeof createCallMeter>['costs']>>({ max: mostEndedCalls });
  let isClosed = false;
  return {
    /** @throws ServiceError 404 for an unknown assistant, 400 for an unknown museum or exhibition, 503 after `endAll` */
    open(request: CallRequest) {
      if (isClosed) throw new ServiceError(503, 'This service is closing');
      const plan = planCall(request, museums);
      const id = randomUUID();
      options.speech.prepare();
      const meter = createCallMeter(options);
      const onDone = (text: string, { facts, usage }: AnswerEnd) => {
        if (usage) meter.onAnswer(usage);
        if (facts) onCallQuestion?.(id, text, facts);
      };
      const answers = createAnswers(plan, guideOf(plan.context.museum), onDone, options.clock);
      const onEnd = () => {
        running.delete(id);
        ended.set(id, meter.costs());
      };
      const room = new Room({ ...options, ...answers, ...meter, plan, onEnd });
      const call = { id, controlKey: randomBytes(18).toString('base64url'), plan, room };
      running.set(id, call);
      return call;
    },
    find: (id: string) => running.get(id),
    costsOf: (id: string) => ended.get(id),
    /** Ends all calls and refuses later ones, so that a closing server keeps nothing open. */
    endAll(reason: string) {
      isClosed = true;
      for (const { room } of [...running.values()]) room.end(reason);
    },
  };
}

type AnswerEnd = Extract<GuideEvent, { type: 'done' }>;

/** Each answer starts from the state that the previous answer left. */
function createAnswers(
  { context, variables }: CallPlan,
  guide: Guide,
  onDone: (text: string, end: AnswerEnd) => void,
  clock: Clock,
): Pick<RoomOptions, 'answer' | 'onCut'> {
  let state = stateFromSummary(variables.pastTranscriptSummary, clock.now());
  let isAnswering = false;
  /** The heard words of an interrupted answer, until the next answer. */
  let heard: string | undefined;
  const withHeard = (reached: GuideState): GuideState => {
    const last = reached.turns?.at(-1);
    if (!last || heard === undefined) return reached;
    return { ...reached, turns: [...(reached.turns ?? []).slice(0, -1), { ...last, answered: heard }] };
  };
  return {
    async *answer(text, signal) {
      heard = undefined;
      isAnswering = true;
      try {
        for await (const event of guide.answer(state, questionOf(text, variables, context, clock.now()), signal)) {
          if (event.type === 'done') {
            state = withHeard(event.state);
            onDone(text, event);
          }
          yield event;
        }
      } finally {
        isAnswering = false;
      }
    },
    onCut(played) {
      heard = played;
      // During an answer its `done` applies the heard words.
      if (!isAnswering) state = withHeard(state);
    },
  };
}

const roomPath = /^\/voice\/room\/([0-9a-f-]{36})\/ws$/;
/** Limit of a frame, far above 20 ms of sound and above an app message. */
const maxPayload = 64 * 1024;

function acceptRoomSockets(server: Server, findRoom: (callId: string) => Room | undefined): WebSocketServer {
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
  return sockets;
}

export function registerVoiceRoutes(app: FastifyInstance, { vapiKey, ...options }: CallsOptions & { vapiKey: string }): void {
  const { clock, speech } = options;
  const calls = createCalls(options);
  const roomSockets = acceptRoomSockets(app.server, (id) => calls.find(id)?.room);
  const onRequest = requireKey(vapiKey);
  // Not in Vapi's API: starts the speech program when a page may begin a call, so that the first sentence does not wait.
  app.get('/voice/ready', { onRequest }, async (_, reply) => {
    speech.prepare();
    return reply.status(204).send();
  });
  // Not in Vapi's API: closes the rooms' sockets, so that each call continues at another gateway while this site closes.
  app.post('/voice/move', { onRequest }, async (_, reply) => {
    for (const webSocket of roomSockets.clients) webSocket.close(roomCloseCodes.unknownRoom);
    return reply.status(204).send();
  });
  app.post('/call/web', { onRequest }, async (request, reply) => {
    const body = parseBody(callRequestSchema, request.body);
    const { id, plan, controlKey } = calls.open(body);
    const origin = `${request.protocol}://${request.host}`;
    const webCallUrl = `${origin}/voice/room/${id}`;
    const createdAt = new Date(clock.now()).toISOString();
    return reply.status(201).send({
      ...{ id, orgId, type: 'webCall', status: 'queued', createdAt, updatedAt: createdAt },
      assistantId: body.assistantId,
      assistant: plan.assistant,
      webCallUrl,
      transport: { provider: 'daily', callUrl: webCallUrl },
      artifactPlan: { videoRecordingEnabled: plan.carriesVideo },
      // No listenUrl: a call cannot be monitored.
      monitor: { controlUrl: `${origin}/call/${id}/control?key=${controlKey}` },
    });
  });
  app.get<{ Params: { id: string } }>('/call/:id', { onRequest }, async ({ params: { id } }) => {
    const costs = calls.costsOf(id);
    if (!costs && !calls.find(id)) throw new ServiceError(404, `Couldn't find call ${id}`);
    return { id, orgId, type: 'webCall', status: costs ? 'ended' : 'in-progress', ...costs };
  });
  // The address contains the secret, so a client needs no key.
  app.post<{ Params: { id: string }; Querystring: { key?: unknown } }>('/call/:id/control', async ({ params, query, body }) => {
    const call = calls.find(params.id);
    if (!call || !isSameSecret(String(query.key), call.controlKey)) throw new ServiceError(404, `Couldn't find call ${params.id}`);
    call.room.handleMessage(parseBody(appMessageSchema, body));
    return { success: true };
  });
  // `preClose` runs before the server waits for its connections. Connections of rooms do not end by themselves.
  app.addHook('preClose', async () => {
    calls.endAll('worker-shutdown');
    for (const webSocket of roomSockets.clients) webSocket.terminate();
    roomSockets.close();
    await speech.close();
  });
}
