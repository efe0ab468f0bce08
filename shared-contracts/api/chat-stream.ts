import { ApiError } from './api-error.ts';
import type { ServerEvent } from './event-stream.ts';
import { gatewayErrorStatus } from './gateway-error.ts';
import type { ChatEvent } from './guide-api.ts';
import { addToReply, replyDataSchema } from './reply-events.ts';
import { parseResponse, type RequestEnvironment, refusalCategory, requestEvents } from './request.ts';
import type { ChatRequest } from './request-schemas.ts';
import type { ChatResponse } from './schemas.ts';

export const idleLimitMs = 20_000;

type Emit = (event: ChatEvent) => void;

type ArrivingReply = Omit<ChatResponse, 'messageId'>;

export async function streamChat(
  body: ChatRequest,
  emit: Emit,
  signal: AbortSignal | undefined,
  environment: RequestEnvironment,
): Promise<ChatResponse> {
  const reply: ArrivingReply = { text: '', sources: [] };
  const onEvent = (event: ServerEvent) => handleEvent(reply, event, emit);
  const messageId = await requestEvents({ path: '/api/chat', body, signal }, { idleLimitMs, onEvent }, environment);
  return { ...reply, messageId };
}

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
