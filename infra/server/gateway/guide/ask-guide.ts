import type { Assistant } from '@enfilade/shared-contracts/museum/exhibition-record';
import { assertOk } from '../upstream/response.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { CheckedVisit } from '../visits/check-visit.ts';
import { markText, type ReplyListener, readStreamedReply, readWholeReply } from './guide-reply.ts';
import { firstMessageOf, visitValues } from './visit-values.ts';

/** Set here, never by a browser. */
const chatModel = { provider: 'openai', model: 'gpt-4o-mini', temperature: 1, maxTokens: 300 } as const;

export interface GuideRequestInput {
  visit: CheckedVisit;
  assistant: Assistant;
  text: string;
  /** What was said aloud before the visitor began to type. */
  pastTranscriptSummary: string | undefined;
  previousChatId: string | undefined;
  stream: boolean;
}

/** Analysed and logged on the platform is only the chat of a visitor who agreed. */
const unkept = {
  artifactPlan: { loggingEnabled: false },
  analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } },
} as const;

/** The body of `POST /chat`: the exhibition's assistant, with the visit's facts. */
export function createGuideRequest({ visit, assistant, text, pastTranscriptSummary, previousChatId, stream }: GuideRequestInput) {
  const variableValues = { ...visitValues(visit, assistant), ...(pastTranscriptSummary !== undefined && { pastTranscriptSummary }) };
  return {
    assistantId: assistant.vapiId,
    input: text,
    stream,
    ...(previousChatId !== undefined && { previousChatId }),
    assistantOverrides: {
      model: chatModel,
      firstMessage: firstMessageOf(visit, assistant),
      variableValues,
      ...(visit.consent !== 'agreed' && unkept),
    },
  };
}

export const defaultGuideLimits = { firstByteMs: 10_000, idleMs: 15_000, wholeMs: 60_000 };

export interface GuideService {
  upstream: Upstream;
  vapi: Upstreams['vapi'];
  /** An unguessable word in front of the guide's instruction: an answer that contains it recites the instruction. */
  promptMark: string;
  limits: typeof defaultGuideLimits;
}

export interface GuideCall extends ReplyListener {
  body: ReturnType<typeof createGuideRequest>;
  /** Ends the call: nobody listens any more. */
  signal: AbortSignal;
  /** Of the request that asked first. */
  requestId?: string | undefined;
}

/** The platform does not know the conversation that was to be gone on with. */
const forgotten = Symbol('forgotten');

/**
 * One question to the platform; what comes is emitted as it comes. Resolves with the id the next question
 * of this conversation refers to.
 * @throws HttpError when it failed, broke off or took too long: what was emitted until then is
 */
export async function askGuide(service: GuideService, call: GuideCall): Promise<string | undefined> {
  const startedAt = service.upstream.clock.now();
  const chatId = await ask(service, call, startedAt);
  if (chatId !== forgotten) return chatId;
  // A conversation the platform has forgotten begins again: better than one that never answers again.
  const { previousChatId: _, ...body } = call.body;
  const again = await ask(service, { ...call, body }, startedAt);
  return again === forgotten ? undefined : again;
}

function ask(service: GuideService, { body, signal, requestId, ...listener }: GuideCall, startedAt: number) {
  const { upstream, vapi, promptMark, limits } = service;
  const msUntil = (ms: number) => startedAt + ms - upstream.clock.now();
  return upstream.ask(
    {
      method: 'POST',
      url: `${vapi.url}/chat`,
      bearer: vapi.key,
      secrets: [promptMark],
      headers: { accept: body.stream ? 'text/event-stream' : 'application/json' },
      body: markPrompt(body, promptMark),
      requestId,
    },
    {
      limitMs: msUntil(body.stream ? limits.firstByteMs : limits.wholeMs),
      signal,
      onChunk: () => Math.min(limits.idleMs, msUntil(limits.wholeMs)),
      async read(response): Promise<string | undefined | typeof forgotten> {
        if (body.previousChatId !== undefined && (response.status === 400 || response.status === 404)) {
          await response.discard();
          return forgotten;
        }
        await assertOk(response, 'the guide');
        const marking = { ...listener, emit: markText(listener.emit) };
        if (!String(response.headers['content-type']).startsWith('text/event-stream')) return readWholeReply(response, marking);
        return readStreamedReply(response, marking, [vapi.key, promptMark]);
      },
    },
  );
}

function markPrompt(body: GuideCall['body'], mark: string): GuideCall['body'] {
  const { assistantOverrides } = body;
  const { variableValues } = assistantOverrides;
  const instruction = `${mark}\n${variableValues.custom_instruction}`;
  return { ...body, assistantOverrides: { ...assistantOverrides, variableValues: { ...variableValues, custom_instruction: instruction } } };
}
