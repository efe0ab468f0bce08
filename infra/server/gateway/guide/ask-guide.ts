import { HttpError } from '../../http/http-error.ts';
import type { Emit } from '../chat/turn-event.ts';
import type { ChatLimits } from '../limits.ts';
import type { Deadline } from '../upstream/deadline.ts';
import { parseJson } from '../upstream/parse-json.ts';
import { readText } from '../upstream/read-body.ts';
import { assertNoSecret } from '../upstream/refuse-echo.ts';
import { assertOk } from '../upstream/refuse-failure.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { UpstreamStream } from '../upstream/upstream-call.ts';
import { answerLimitBytes, emitContext, guideAnswerSchema, noReplyText, pickContexts, pickReply, readGuideStream } from './guide-reply.ts';
import type { createGuideRequest } from './guide-request.ts';

export interface GuideService {
  upstream: Upstream;
  vapiUrl: string;
  vapiKey: string;
  /** A word nobody could guess, in front of what the guide is told: an answer that holds it recites its instruction. */
  promptMark: string;
  limits: ChatLimits;
}

export interface GuideCall {
  body: ReturnType<typeof createGuideRequest>;
  emit: Emit;
  /** Ends the call: nobody listens any more. */
  signal: AbortSignal;
  /** Of the request that asked first. */
  requestId?: string | undefined;
}

/**
 * One question to the platform; what comes is emitted as it comes. Resolves with the id the next question
 * of this conversation refers to.
 * @throws HttpError when it failed, broke off or took too long: what was emitted until then stands
 */
export async function askGuide(service: GuideService, call: GuideCall): Promise<string | undefined> {
  const { upstream, vapiKey, promptMark, limits } = service;
  const { body, emit, signal } = call;
  const { clock } = upstream;
  const startedAt = clock.now();
  const deadline = upstream.startDeadline(body.stream ? limits.firstByteMs : limits.wholeMs, [signal]);
  const arrived = () => deadline.extend(Math.min(limits.idleMs, startedAt + limits.wholeMs - clock.now()));
  try {
    const answer = await openChat(service, call, deadline);
    await assertOk(answer, 'the guide');
    if (String(answer.headers['content-type']).startsWith('text/event-stream'))
      return await readGuideStream(answer, { emit, arrived, secrets: [vapiKey, promptMark] });
    const text = await readText(answer.body, answerLimitBytes);
    assertNoSecret(text, [vapiKey, promptMark]);
    return emitWhole(text, emit);
  } catch (error) {
    return upstream.rethrow(error, deadline);
  } finally {
    deadline.end();
  }
}

/** A conversation the platform has forgotten begins anew: better than one that never answers again. */
async function openChat(service: GuideService, call: GuideCall, deadline: Deadline): Promise<UpstreamStream> {
  const { upstream, vapiUrl, vapiKey, promptMark } = service;
  const { requestId } = call;
  const body = markPrompt(call.body, promptMark);
  const headers = { accept: body.stream ? 'text/event-stream' : 'application/json' };
  const answer = await upstream.open({ method: 'POST', url: `${vapiUrl}/chat`, bearer: vapiKey, headers, body, requestId }, deadline);
  const { previousChatId, ...fresh } = call.body;
  if (previousChatId === undefined || (answer.status !== 400 && answer.status !== 404)) return answer;
  await answer.body.dump({ limit: 65_536 });
  return openChat(service, { ...call, body: fresh }, deadline);
}

function markPrompt(body: GuideCall['body'], mark: string): GuideCall['body'] {
  const { assistantOverrides } = body;
  const { variableValues } = assistantOverrides;
  const instruction = `${mark}\n${variableValues.custom_instruction}`;
  return { ...body, assistantOverrides: { ...assistantOverrides, variableValues: { ...variableValues, custom_instruction: instruction } } };
}

/** An answer in one piece. */
function emitWhole(text: string, emit: Emit): string {
  const parsed = guideAnswerSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new HttpError('upstream-failed', { reason: 'the guide answered in another shape' });
  const { id, output } = parsed.data;
  for (const context of pickContexts(output)) emitContext(context, emit);
  emit({ event: 'text', data: { delta: pickReply(output) ?? noReplyText } });
  return id;
}
