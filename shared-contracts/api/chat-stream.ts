import { ApiError } from './api-error.ts';
import { readServerEvents, type ServerEvent } from './event-stream.ts';
import { gatewayErrorStatus } from './gateway-error.ts';
import type { ChatEvent } from './guide-api.ts';
import { addToReply, replyDataSchema } from './reply-events.ts';
import { parseResponse, type RequestEnvironment, refusalCategory, send } from './request.ts';
import { type RequestLifetime, startRequestLifetime } from './request-lifetime.ts';
import type { ChatRequest } from './request-schemas.ts';
import { type ChatResponse, chatResponseSchema } from './schemas.ts';

/** Language models may need several seconds. */
export const firstByteLimitMs = 15_000;
export const idleLimitMs = 20_000;

type Emit = (event: ChatEvent) => void;

type ArrivingReply = Omit<ChatResponse, 'messageId'>;

export async function streamChat(
  request: ChatRequest,
  emit: Emit,
  signal: AbortSignal | undefined,
  environment: RequestEnvironment,
): Promise<ChatResponse> {
  const lifetime = startRequestLifetime(environment.clock, signal);
  lifetime.within(firstByteLimitMs);
  try {
    const accept = 'text/event-stream, application/json;q=0.5';
    const response = await send({ path: '/api/chat', body: request, accept }, lifetime, environment);
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
    return isStream ? await readStream(response, emit, lifetime) : await readWhole(response, emit, lifetime);
  } finally {
    lifetime.end();
  }
}

async function readWhole(response: Response, emit: Emit, lifetime: RequestLifetime): Promise<ChatResponse> {
  const text = await lifetime.wait(response.text(), brokenOff);
  const answer = parseResponse(text, chatResponseSchema);
  if (answer.room) emit({ type: 'room', room: answer.room });
  if (answer.tour) emit({ type: 'tour', tour: answer.tour });
  if (answer.generated) emit({ type: 'generated', ...answer.generated });
  if (answer.text) emit({ type: 'text', delta: answer.text });
  for (const source of answer.sources) emit({ type: 'source', source });
  return answer;
}

async function readStream(response: Response, emit: Emit, lifetime: RequestLifetime): Promise<ChatResponse> {
  const reply: ArrivingReply = { text: '', sources: [] };
  const messageId = await readServerEvents(response, {
    ...{ lifetime, idleLimitMs, brokenOff },
    onEvent: (event) => handleEvent(reply, event, emit),
  });
  return { ...reply, messageId };
}

const brokenOff = (cause?: unknown) => new ApiError('interrupted', 'Stream broke off before the answer was complete', { cause });

/** Returns the message's id when the reply is complete. Events that only newer gateways send are skipped. */
function handleEvent(reply: ArrivingReply, { name, data }: ServerEvent, emit: Emit): string | undefined {
  const schema = replyDataSchema(name);
  if (!schema) return undefined;
  const event = parseResponse(data, schema);
  if (event.type === 'done') return event.messageId;
  if (event.type === 'error') {
    const { code, message, retryAfterSeconds } = event;
    throw new ApiError(refusalCategory(code), message, { code, status: gatewayErrorStatus[code], retryAfterSeconds });
  }
  addToReply(reply, event);
  emit(event);
  return undefined;
}
