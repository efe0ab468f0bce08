import { z } from 'zod/mini';
import type { Clock } from '../kit/clock.ts';
import { randomId } from '../kit/random-id.ts';
import { ApiError } from './api-error.ts';
import { createEventStreamParser, type ServerEvent } from './event-stream.ts';
import { type GatewayErrorCode, gatewayErrorSchema } from './gateway-error.ts';

export interface RequestEnvironment {
  fetch(url: string, options: RequestInit): Promise<Response>;
  clock: Clock;
  baseUrl?: string;
  /** An operator's session requires the X-Enfilade header with GET too. */
  isOperator?: boolean;
}

export interface Request {
  path: string;
  /** Default: POST with a body, otherwise GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON unless the body is a form. */
  body?: unknown;
  accept?: string;
  lastEventId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** For the whole call [callLimitMs]. */
  limitMs?: number;
  keepalive?: boolean;
  /** The page's HTML preloads this request. */
  isPreloaded?: boolean;
}

export const callLimitMs = 10_000;
/** Of an event stream. Language models may need several seconds. */
export const firstByteLimitMs = 15_000;

const unreachable = (cause: unknown) => new ApiError('network', 'Network Error', { cause });
const brokenOff = (cause?: unknown) => new ApiError('interrupted', 'Stream broke off before its last event', { cause });

/** Resolves with a response of status 2xx, whose body is unread. */
async function fetchAccepted(request: Request, signal: AbortSignal, environment: RequestEnvironment): Promise<Response> {
  const { path, body, accept = 'application/json', lastEventId, keepalive = false, isPreloaded = false } = request;
  const { method = body === undefined ? 'GET' : 'POST' } = request;
  const isGuarded = method !== 'GET' || environment.isOperator;
  // The browser sets the Content-Type of a form, with its boundary.
  const isForm = body instanceof FormData;
  const response = await environment.fetch(`${environment.baseUrl ?? ''}${path}`, {
    method,
    // X-Enfilade replaces a CSRF token: browsers let neither a form nor another site send the header without permission.
    headers: {
      Accept: accept,
      ...(!isPreloaded && newRequestId()),
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
      ...(isGuarded && { 'X-Enfilade': '1' }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal,
    keepalive,
  });
  if (!response.ok) throw await readRefusal(response);
  return response;
}

/** Preloaded requests have no id: Firefox and Safari would send them again, because the headers would differ. */
const newRequestId = () => ({ 'X-Request-Id': randomId() });

async function readRefusal(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => undefined);
  const { data } = gatewayErrorSchema.safeParse(body);
  const details = { code: data?.code, status: response.status, retryAfterSeconds: data?.retryAfterSeconds, reason: data?.message };
  return new ApiError(refusalCategory(data?.code), `Request failed with status code ${response.status}`, details);
}

/** A timeout between the gateway and an upstream is a timeout for the visitor too. */
export function refusalCategory(code: GatewayErrorCode | undefined): 'timeout' | 'refused' {
  return code === 'upstream-timeout' ? 'timeout' : 'refused';
}

/** @throws ApiError('malformed'), which names the first wrong field */
export function parseResponse<Schema extends z.core.$ZodType>(text: string, schema: Schema): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ApiError('malformed', 'The response is not JSON', { cause });
  }
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new ApiError('malformed', `The response does not match its schema${place && ` at ${place}`}`, { cause: parsed.error });
}

export async function requestJson<Schema extends z.core.$ZodType>(
  request: Request,
  schema: Schema,
  environment: RequestEnvironment,
): Promise<z.infer<Schema>> {
  return await callFor(request, environment, async (response, lifetime) =>
    parseResponse(await lifetime.wait(response.text(), unreachable), schema),
  );
}

export async function requestVoid(request: Request, environment: RequestEnvironment): Promise<void> {
  await callFor(request, environment, () => Promise.resolve());
}

export async function requestAudio(request: Request, environment: RequestEnvironment): Promise<ArrayBuffer> {
  return await callFor({ ...request, accept: 'audio/*' }, environment, async (response, lifetime) => {
    const type = response.headers.get('Content-Type') ?? '';
    if (!type.startsWith('audio/')) throw new ApiError('malformed', `The response has the Content-Type "${type}" instead of audio`);
    return await lifetime.wait(response.arrayBuffer(), unreachable);
  });
}

/** @throws the error of `onEvent`, or ApiError('interrupted') if the stream ends without a result of `onEvent` */
export async function requestEvents<Result>(
  request: Request,
  { idleLimitMs, onEvent }: { idleLimitMs: number; onEvent(event: ServerEvent): Result | undefined },
  environment: RequestEnvironment,
): Promise<Result> {
  const asked = { ...request, accept: 'text/event-stream', limitMs: firstByteLimitMs };
  return await callFor(asked, environment, async ({ headers, body }, lifetime) => {
    if (!headers.get('Content-Type')?.startsWith('text/event-stream'))
      throw new ApiError('malformed', 'The response is not an event stream');
    for await (const events of readEvents(body, lifetime, idleLimitMs)) {
      // Without a pause between the events of a chunk, so that React renders them together.
      for (const event of events) {
        const result = onEvent(event);
        if (result !== undefined) return result;
      }
    }
    throw brokenOff();
  });
}

/** The events of each chunk. */
async function* readEvents(body: Response['body'], lifetime: RequestLifetime, idleLimitMs: number): AsyncGenerator<ServerEvent[]> {
  const parser = createEventStreamParser();
  const reader = body?.getReader();
  while (reader) {
    const { value, done } = await lifetime.wait(reader.read(), brokenOff);
    if (done) return;
    lifetime.within(idleLimitMs);
    yield parser.push(value);
  }
}

async function callFor<Value>(
  request: Request,
  environment: RequestEnvironment,
  read: (response: Response, lifetime: RequestLifetime) => Promise<Value>,
): Promise<Value> {
  const lifetime = startRequestLifetime(environment.clock, request.signal);
  lifetime.within(request.limitMs ?? callLimitMs);
  try {
    const response = await lifetime.wait(fetchAccepted(request, lifetime.signal, environment), unreachable);
    return await read(response, lifetime);
  } finally {
    lifetime.end();
  }
}

type RequestLifetime = ReturnType<typeof startRequestLifetime>;

/** Combines a call's time limit with its caller's signal, because older phones lack AbortSignal.any. Whoever starts a lifetime ends it. */
function startRequestLifetime(clock: Clock, caller: AbortSignal | undefined) {
  const controller = new AbortController();
  let stopClock = () => {};
  let giveUp: (error: ApiError) => void = () => {};
  // A race in addition to the signal: a fetch that ignores its signal must not block the caller forever.
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  givenUp.catch(() => undefined);

  const end = () => {
    stopClock();
    caller?.removeEventListener('abort', leave);
    controller.abort();
  };
  const fail = (error: ApiError) => {
    giveUp(error);
    end();
  };
  const leave = () => fail(new ApiError('aborted', 'Request aborted', { cause: caller?.reason }));

  if (caller?.aborted) leave();
  else caller?.addEventListener('abort', leave);
  return {
    signal: controller.signal,
    within(limitMs: number) {
      stopClock();
      if (controller.signal.aborted) return;
      stopClock = clock.after(limitMs, () => fail(new ApiError('timeout', `timeout of ${limitMs} ms exceeded`)));
    },
    /** @throws ApiError: 'timeout', 'aborted', or the result of `otherwise` for any other error of `work` */
    async wait<Value>(work: Promise<Value>, otherwise: (cause: unknown) => ApiError): Promise<Value> {
      try {
        return await Promise.race([givenUp, work]);
      } catch (cause) {
        throw cause instanceof ApiError ? cause : otherwise(cause);
      }
    },
    end,
  };
}
