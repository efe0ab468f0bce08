import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { MuseumContent } from '../content/content.ts';
import type { Guide } from '../guide/guide.ts';
import { ServiceError } from '../services/http.ts';
import type { Speech } from '../speech/speech.ts';
import { questionOf, stateFromSummary } from '../vapi/museum-context.ts';
import { type CallPlan, type CallRequest, planCall } from './call-plan.ts';
import { createRoom, type Room } from './room.ts';
import type { Transcribe } from './transcriber.ts';

/** A web call, from its making on. */
export interface Call {
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

export interface CallsOptions {
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
export interface Calls {
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

export function createCalls({ museums, guideOf, speech, transcribe, clock, leadMs, log }: CallsOptions): Calls {
  const running = new Map<string, Call>();
  const ended = new LRUCache<string, Call>({ max: mostEnded });
  let isClosed = false;

  const open = (request: CallRequest): Call => {
    if (isClosed) throw new ServiceError(503, 'This service is closing');
    const plan = planCall(request, museums);
    speech.prepare();
    const room = createRoom({
      ...{ plan, clock, speech, transcribe, leadMs, log },
      reply: createReplies(plan, guideOf(plan.context.museum)),
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

/** The guide's replies in one call, each from the state the one before left. */
function createReplies({ context, variables }: CallPlan, guide: Guide) {
  let state = stateFromSummary(variables.pastTranscriptSummary, context.museum);
  return (text: string) => {
    const answer = guide.reply(state, questionOf(text, variables, context));
    state = answer.state;
    return answer;
  };
}
