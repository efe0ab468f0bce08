import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { leaseLifeMs, leaseYieldMs, type VoiceFacts, voiceFactsSchema, webCallSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpError, parseInput, sendError, sendResponse, toHttpError } from '../../http/exchange.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';
import type { HostFiles } from '../files/send-file.ts';
import { askerOf, type VisitorQuestions } from '../guide/visitor-questions.ts';
import type { VisitRoutes } from '../visits/visit-cookie.ts';
import { createCallPlan } from './call-request.ts';
import { type CallService, createCallService, type PlatformCall, webCallOf } from './call-service.ts';
import { createRoomTunnel } from './room-tunnel.ts';
import { createVoiceCalls, type VoiceCalls } from './voice-calls.ts';
import {
  callMachineFact,
  createHostedCallMachine,
  type LoadCallMachine,
  loadBuiltScript,
  registerScriptRoutes,
  type ServedScript,
} from './voice-scripts.ts';

export interface VoiceOptions {
  /** `local`: rooms of our own platform, reached through this site. `hosted`: Daily's rooms. */
  rooms: 'local' | 'hosted';
  hearing: VoiceFacts['hearing'];
  slots: number;
  voiceDir: string;
  /** Absent: Daily itself. */
  callMachineOrigin?: string | undefined;
}

export const defaultVoiceLimits = {
  openMs: 8_000,
  endMs: 2_000,
  connectMs: 3_000,
  /** Time to load Daily's call machine, and pause after a failure. */
  bundleMs: 5_000,
  bundleRetryMs: 30_000,
  /** A visit that waits for a slot leaves the queue after `patienceMs` without a request. */
  retryAfterSeconds: 3,
  patienceMs: 15_000,
};
type VoiceLimits = typeof defaultVoiceLimits;

interface RegisterVoiceOptions extends VisitRoutes {
  voice: VoiceOptions;
  limits: VoiceLimits;
  publicOrigin: string | undefined;
  state: SharedState;
  questions: VisitorQuestions | undefined;
  gatewayUrl: string | undefined;
  hosts: HostFiles | undefined;
}

const queueLimit = 1_000;

export async function registerVoice(app: FastifyInstance, options: RegisterVoiceOptions): Promise<void> {
  const { clock, log, upstreams, voice, services, limits } = options;
  const scripts = await loadScripts(app, options);
  const service = createCallService({ upstream: services.of('voice'), vapi: upstreams.vapi, log, limits });
  const rules = { slots: voice.slots, lifeMs: leaseLifeMs, yieldMs: leaseYieldMs, patienceMs: limits.patienceMs, queueLimit };
  const calls = createVoiceCalls({
    ...{ state: options.state, rules, retryAfterSeconds: limits.retryAfterSeconds, service, clock },
    gatewayUrl: () => options.gatewayUrl ?? addressOf(app),
    hasHostedRooms: voice.rooms === 'hosted',
  });
  options.metrics.watch('enfilade_voice_slots', async () => {
    const { leased, waiting } = await calls.countSlots();
    const values = { leased, waiting, all: voice.slots };
    return (['leased', 'waiting', 'all'] as const).map((state) => ({ labels: { state }, value: values[state] }));
  });
  app.addHook('preClose', async () => {
    // Before the calls end: a browser that receives an ended call does not request another call.
    if (voice.rooms === 'local') await service.move();
    await calls.close();
  });
  registerScriptRoutes(app, { ...scripts, hosts: options.hosts });
  registerVoiceRoutes(app, { ...options, ...scripts, calls, service });
  if (voice.rooms === 'local') tunnelRooms(app, calls, options);
}

interface Scripts {
  loadCallMachine: LoadCallMachine;
  worklet?: ServedScript | undefined;
}

async function loadScripts(app: FastifyInstance, { voice, log, services, limits }: RegisterVoiceOptions): Promise<Scripts> {
  if (voice.rooms === 'hosted') {
    const origin = voice.callMachineOrigin ?? 'https://c.daily.co';
    const loadCallMachine = createHostedCallMachine({ upstream: services.of('call-machine'), origin, log, limits });
    app.addHook('onReady', async () => void loadCallMachine());
    return { loadCallMachine };
  }
  const [script, worklet] = await Promise.all(['call-machine.js', 'worklet.js'].map((file) => loadBuiltScript(voice.voiceDir, file, log)));
  return { loadCallMachine: async () => script, worklet };
}

function addressOf({ server }: FastifyInstance): string {
  const { address, port } = server.address() as AddressInfo;
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const isForAll = address === '0.0.0.0' || address === '::';
  const host = (isForAll && own.find(({ internal, family }) => !internal && family === 'IPv4')?.address) || address;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

function tunnelRooms(app: FastifyInstance, calls: VoiceCalls, options: RegisterVoiceOptions): void {
  const { clock, log, upstreams, publicOrigin, limits, cookie } = options;
  const visitIdOf = ({ headers, socket }: IncomingMessage) =>
    cookie.find({ headers, host: headers.host ?? '', ip: socket.remoteAddress ?? '', protocol: 'http' })?.id;
  const { connectMs } = limits;
  const tunnel = createRoomTunnel({ platformUrl: upstreams.vapi.url, publicOrigin, clock, log, connectMs, calls, visitIdOf });
  app.server.on('upgrade', (request, socket, head) => tunnel.accept(request, socket, head));
  app.addHook('preClose', async () => tunnel.close());
}

interface VoiceRoutesOptions extends RegisterVoiceOptions, Scripts {
  calls: VoiceCalls;
  service: CallService;
}

const callParamsSchema = z.object({ callId: z.uuid() });

function registerVoiceRoutes(app: FastifyInstance, options: VoiceRoutesOptions): void {
  const { calls, service, spending, cookie, voice, upstreams, publicOrigin, metrics } = options;

  app.get('/api/voice', async (_, reply) => {
    if (voice.rooms === 'local') void service.prepare();
    const script = await options.loadCallMachine();
    return sendResponse(reply, voiceFactsSchema, {
      hearing: voice.hearing,
      dictation: upstreams.stt ? 'site' : 'browser',
      ...(script && { callMachine: callMachineFact(script) }),
    });
  });

  app.post('/api/voice/call/web', { errorHandler: sendVapiError }, async (request, reply) => {
    const origin = originOf(request, publicOrigin);
    const { visit: checked, body } = await createCallPlan({ ...options, isDevTest: publicOrigin === undefined }, request);
    const visit = options.visitOf(request, reply, { museumId: checked.museum._id, consent: checked.consent });
    const opening = calls.open(visit.id, {
      longestSeconds: body.assistantOverrides.maxDurationSeconds,
      reserve: (amount) => spending.reserve(visit, { work: 'voice', amount }),
      open: () => service.open(body, request.id),
    });
    opening.then(
      () => metrics.count('enfilade_calls_total', { outcome: 'opened' }),
      (error: unknown) => metrics.count('enfilade_calls_total', { outcome: toHttpError(error).code === 'busy' ? 'busy' : 'failed' }),
    );
    const call = await opening;
    options.questions?.onCall(call.id, askerOf(visit, { museumId: checked.museum._id, exhibitionId: checked.exhibition._id }));
    endIfLeft(request, () => void calls.end(visit.id, call.id));
    const roomUrl = roomUrlOf(call, voice.rooms, origin);
    const webCall = webCallOf(call, { roomUrl, museumId: checked.museum._id, now: options.clock.now() });
    return sendResponse(reply.code(201), webCallSchema, webCall);
  });

  app.post('/api/voice/calls/:callId/renewal', async (request, reply) => {
    const { callId } = parseInput(callParamsSchema, request.params);
    const visitId = cookie.find(request)?.id;
    if (visitId === undefined || !(await calls.renew(visitId, callId))) throw new HttpError('not-found');
    return reply.code(204).send();
  });

  app.delete('/api/voice/calls/:callId', async (request, reply) => {
    const { callId } = parseInput(callParamsSchema, request.params);
    const visitId = cookie.find(request)?.id;
    if (visitId === undefined || !(await calls.end(visitId, callId))) throw new HttpError('not-found');
    return reply.code(204).send();
  });
}

/** The SDK passes the error on unchanged, so it needs Vapi's fields `error` and `statusCode`. */
function sendVapiError(cause: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(cause, request, reply, (statusCode) => ({ error: STATUS_CODES[statusCode], statusCode }));
}

/** Reads the browser's Origin header: behind a TLS proxy the gateway's own host differs. */
function originOf({ headers, host }: FastifyRequest, publicOrigin: string | undefined): string {
  const origin = headers.origin ?? publicOrigin ?? `http://${host}`;
  if (!URL.canParse(origin)) throw new HttpError('malformed');
  return origin;
}

/** Browsers reach a local room through this site, and a hosted room at its own address. */
function roomUrlOf({ id, webCallUrl }: PlatformCall, rooms: VoiceOptions['rooms'], origin: string): string {
  return rooms === 'local' ? `${origin}/voice/room/${id}` : webCallUrl;
}

/** Ends the call if the visitor has left, because the call would last until its silence timeout. */
function endIfLeft({ raw: { socket } }: FastifyRequest, end: () => void): void {
  if (!socket.destroyed && !socket.writableEnded) return;
  end();
  throw new HttpError('upstream-failed', { reason: 'the visitor left' });
}
