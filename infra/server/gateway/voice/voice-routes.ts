import { type VoiceFacts, voiceFactsSchema, webCallSchema } from '@enfilade/shared-contracts/api/voice-schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseInput, sendResponse } from '../../http/exchange.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Spending } from '../spending/spending.ts';
import type { VisitOf } from '../visits/visit-of-request.ts';
import type { CallMachineSource } from './call-machine.ts';
import { type CallPlan, createCallPlan } from './call-plan.ts';
import type { CallService } from './call-service.ts';
import { callMachineFact } from './script-routes.ts';
import type { VoiceCalls } from './voice-calls.ts';
import { type PlatformCall, webCallOf } from './web-call.ts';

export interface VoiceRoutesOptions extends CallPlan {
  hearing: VoiceFacts['hearing'];
  dictation: VoiceFacts['dictation'];
  rooms: 'local' | 'hosted';
  publicOrigin: string | undefined;
  callMachine: CallMachineSource;
  calls: VoiceCalls;
  service: CallService;
  visitOf: VisitOf;
  spending: Spending;
  /** The visit of a request's cookie, without beginning one. */
  findVisit(request: FastifyRequest): string | undefined;
}

const callParamsSchema = z.object({ callId: z.uuid() });

/** What the page must know of voice, the call the SDK asks for, and the place it is kept on. */
export function registerVoiceRoutes(app: FastifyInstance, options: VoiceRoutesOptions): void {
  const { calls, spending, findVisit } = options;

  app.get('/api/voice', async (_, reply) => {
    const script = await options.callMachine.load();
    return sendResponse(reply, voiceFactsSchema, {
      hearing: options.hearing,
      dictation: options.dictation,
      ...(script && { callMachine: callMachineFact(script) }),
    });
  });

  app.post('/api/voice/call/web', async (request, reply) => {
    const origin = originOf(request, options.publicOrigin);
    const { visit: checked, body } = await createCallPlan(options, request);
    const visit = options.visitOf(request, reply, { museumId: checked.museum._id, consent: checked.consent });
    const call = await calls.open(visit.id, {
      longestSeconds: body.assistantOverrides.maxDurationSeconds,
      reserve: (microCents) => spending.reserve(visit, { work: 'voice', microCents }),
      open: () => options.service.open(body, request.id),
    });
    endIfLeft(request, () => calls.end(visit.id, call.id));
    return sendResponse(reply, webCallSchema, webCallOf(call, roomUrlOf(call, options.rooms, origin)));
  });

  app.post('/api/voice/calls/:callId/renewal', async (request, reply) => {
    const { callId } = parseInput(callParamsSchema, request.params);
    const visitId = findVisit(request);
    if (visitId === undefined || !calls.renew(visitId, callId)) throw new HttpError('not-found');
    return reply.code(204).send();
  });

  app.delete('/api/voice/calls/:callId', async (request, reply) => {
    const { callId } = parseInput(callParamsSchema, request.params);
    const visitId = findVisit(request);
    if (visitId === undefined || !calls.end(visitId, callId)) throw new HttpError('not-found');
    return reply.code(204).send();
  });
}

/** The site as this browser reaches it: behind a TLS proxy only the browser itself knows. */
function originOf({ headers, host }: FastifyRequest, publicOrigin: string | undefined): string {
  const origin = headers.origin ?? publicOrigin ?? `http://${host}`;
  if (!URL.canParse(origin)) throw new HttpError('malformed');
  return origin;
}

/** A room of the local platform is reached through this site, a hosted one as it is. */
function roomUrlOf({ id, webCallUrl }: PlatformCall, rooms: 'local' | 'hosted', origin: string): string {
  return rooms === 'local' ? `${origin}/voice/room/${id}` : webCallUrl;
}

/** A call nobody would hear of is ended rather than left to silence. */
function endIfLeft({ raw: { socket } }: FastifyRequest, end: () => void): void {
  if (!socket.destroyed && !socket.writableEnded) return;
  end();
  throw new HttpError('upstream-failed', { reason: 'the visitor left' });
}
