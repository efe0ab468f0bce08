import { ApiError } from './api-error.ts';
import { createEventStreamParser, type ServerEvent } from './event-stream.ts';
import { gatewayErrorStatus } from './gateway-error.ts';
import type { ChatEvent } from './guide-api.ts';
import { parseResponse, type RequestEnvironment, refusalCategory, send } from './request.ts';
import { type RequestLifetime, startRequestLifetime } from './request-lifetime.ts';
import { type ChatRequest, type ChatResponse, chatEventSchemas, chatResponseSchema, type Room, type Source } from './schemas.ts';

/** Until the first byte of the answer: a guide that thinks for long is slow, not broken. */
export const firstByteLimitMs = 15_000;
/** Between two pieces of an answer. */
export const idleLimitMs = 20_000;

type Tell = (event: ChatEvent) => void;

/** What has arrived of an answer. */
interface ArrivingAnswer {
  text: string;
  sources: Source[];
  room?: Room;
  messageId?: string;
}

/** Asks the guide and streams the answer to `tell`; see GuideApi.chat. */
export async function streamChat(
  request: ChatRequest,
  tell: Tell,
  signal: AbortSignal | undefined,
  environment: RequestEnvironment,
): Promise<ChatResponse> {
  const errand = startRequestLifetime(environment.clock, signal);
  errand.within(firstByteLimitMs);
  try {
    const accept = 'text/event-stream, application/json;q=0.5';
    const response = await send({ path: '/api/chat', body: request, accept }, errand, environment);
    const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
    return isStream ? await readStream(response, tell, errand) : await readWhole(response, tell, errand);
  } finally {
    errand.end();
  }
}

async function readWhole(response: Response, tell: Tell, errand: RequestLifetime): Promise<ChatResponse> {
  const text = await errand.wait(response.text(), brokenOff);
  const answer = parseResponse(text, chatResponseSchema);
  if (answer.room) tell({ type: 'room', room: answer.room });
  if (answer.text) tell({ type: 'text', delta: answer.text });
  for (const source of answer.sources) tell({ type: 'source', source });
  return answer;
}

async function readStream(response: Response, tell: Tell, errand: RequestLifetime): Promise<ChatResponse> {
  const parser = createEventStreamParser();
  const answer: ArrivingAnswer = { text: '', sources: [] };
  const reader = response.body?.getReader();
  while (reader) {
    const { value, done } = await errand.wait(reader.read(), brokenOff);
    if (done) break;
    errand.within(idleLimitMs);
    for (const event of parser.push(value)) {
      takeEvent(answer, event, tell);
      if (answer.messageId !== undefined) return { ...answer, messageId: answer.messageId };
    }
  }
  throw brokenOff();
}

const brokenOff = (cause?: unknown) => new ApiError('interrupted', 'Stream broke off before the answer was complete', { cause });

const takers: { [Name in keyof typeof chatEventSchemas]: (answer: ArrivingAnswer, data: string, tell: Tell) => void } = {
  text(answer, data, tell) {
    const { delta } = parseResponse(data, chatEventSchemas.text);
    answer.text += delta;
    tell({ type: 'text', delta });
  },
  source(answer, data, tell) {
    const source = parseResponse(data, chatEventSchemas.source);
    answer.sources.push(source);
    tell({ type: 'source', source });
  },
  room(answer, data, tell) {
    const room = parseResponse(data, chatEventSchemas.room);
    answer.room = room;
    tell({ type: 'room', room });
  },
  done(answer, data) {
    answer.messageId = parseResponse(data, chatEventSchemas.done).messageId;
  },
  error(_, data) {
    const { code, message, retryAfterSeconds } = parseResponse(data, chatEventSchemas.error);
    throw new ApiError(refusalCategory(code), message, { code, status: gatewayErrorStatus[code], retryAfterSeconds });
  },
};

/** Events of a later gateway that this page does not know are no error. */
function takeEvent(answer: ArrivingAnswer, { name, data }: ServerEvent, tell: Tell): void {
  if (Object.hasOwn(takers, name)) takers[name as keyof typeof takers](answer, data, tell);
}
