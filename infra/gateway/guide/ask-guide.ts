import type { Emit } from '../chat/turn-event.ts';
import type { ChatLimits } from '../gateway-options.ts';
import { GatewayFault } from '../http/gateway-fault.ts';
import type { Deadline } from '../upstream/deadline.ts';
import { parseJson } from '../upstream/parse-json.ts';
import { refuseFailure } from '../upstream/refuse-failure.ts';
import { readText, type Upstream, type UpstreamStream } from '../upstream/upstream.ts';
import { emitContext, guideAnswerSchema, noReplyText, pickContexts, pickReply } from './guide-answer.ts';
import type { createGuideRequest } from './guide-request.ts';
import { readGuideStream } from './guide-stream.ts';

export interface GuideService {
  upstream: Upstream;
  vapiUrl: string;
  vapiKey: string;
  limits: ChatLimits;
}

export interface GuideCall {
  body: ReturnType<typeof createGuideRequest>;
  emit: Emit;
  /** Ends the call: nobody listens any more. */
  signal: AbortSignal;
}

/**
 * One question to the platform; what comes is emitted as it comes. Resolves with the id the next question
 * of this conversation refers to.
 * @throws GatewayFault when it failed, broke off or took too long: what was emitted until then stands
 */
export async function askGuide(service: GuideService, { body, emit, signal }: GuideCall): Promise<string | undefined> {
  const { upstream, limits } = service;
  const { clock } = upstream;
  const startedAt = clock.now();
  const deadline = upstream.startDeadline(body.stream ? limits.firstByteMs : limits.wholeMs, [signal]);
  const arrived = () => deadline.extend(Math.min(limits.idleMs, startedAt + limits.wholeMs - clock.now()));
  try {
    const answer = await openChat(service, body, deadline);
    await refuseFailure(answer, 'the guide');
    if (String(answer.headers['content-type']).startsWith('text/event-stream')) return await readGuideStream(answer, { emit, arrived });
    return emitWhole(await readText(answer.body), emit);
  } catch (error) {
    return upstream.rethrow(error, deadline);
  } finally {
    deadline.end();
  }
}

/** A conversation the platform has forgotten begins anew: better than one that never answers again. */
async function openChat(service: GuideService, body: GuideCall['body'], deadline: Deadline): Promise<UpstreamStream> {
  const { upstream, vapiUrl, vapiKey } = service;
  const headers = { authorization: `Bearer ${vapiKey}`, ...(body.stream && { accept: 'text/event-stream' }) };
  const answer = await upstream.open({ method: 'POST', url: `${vapiUrl}/chat`, headers, body }, deadline);
  const { previousChatId, ...fresh } = body;
  if (previousChatId === undefined || (answer.status !== 400 && answer.status !== 404)) return answer;
  await answer.body.dump({ limit: 65_536 });
  return openChat(service, fresh, deadline);
}

/** An answer in one piece. */
function emitWhole(text: string, emit: Emit): string {
  const parsed = guideAnswerSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new GatewayFault('upstream-failed', { reason: 'the guide answered in another shape' });
  const { id, output } = parsed.data;
  for (const context of pickContexts(output)) emitContext(context, emit);
  emit({ event: 'text', data: { delta: pickReply(output) ?? noReplyText } });
  return id;
}
