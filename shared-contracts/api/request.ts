import { z } from 'zod/mini';
import type { Clock } from '../kit/clock.ts';
import { randomId } from '../kit/random-id.ts';
import { ApiError } from './api-error.ts';
import { type GatewayErrorCode, gatewayErrorSchema } from './gateway-error.ts';
import { type RequestLifetime, startRequestLifetime } from './request-lifetime.ts';

/** What a request needs from its page. */
export interface RequestEnvironment {
  /** The page's `fetch`. */
  fetch(url: string, options: RequestInit): Promise<Response>;
  clock: Clock;
  /** Origin of the gateway; empty for the page's own. */
  baseUrl?: string;
  /** Sends the header against forged requests with GET too: an operator's session requires the header. */
  isOperator?: boolean;
}

export interface Request {
  /** Path and query, beginning with `/`. */
  path: string;
  /** Defaults to POST with a body and to GET otherwise. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON unless it is a form. */
  body?: unknown;
  accept?: string;
  /** Last event of a resumed stream. */
  lastEventId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Time limit of the whole call in ms [callLimitMs]. */
  limitMs?: number;
  /** Lets the request outlive its page. */
  keepalive?: boolean;
  /** The page's HTML preloads this request. */
  isPreloaded?: boolean;
}

/** Default time limit of a call, response included. */
export const callLimitMs = 10_000;

const unreachable = (cause: unknown) => new ApiError('network', 'Network Error', { cause });

/** Sends the request. Resolves with a response of status 2xx, whose body is still unread. */
export async function send(request: Request, errand: RequestLifetime, environment: RequestEnvironment): Promise<Response> {
  return await errand.wait(fetchAccepted(request, errand.signal, environment), unreachable);
}

async function fetchAccepted(request: Request, signal: AbortSignal, environment: RequestEnvironment): Promise<Response> {
  const { path, body, accept = 'application/json', lastEventId, keepalive = false, isPreloaded = false } = request;
  const { method = body === undefined ? 'GET' : 'POST' } = request;
  const isGuarded = method !== 'GET' || environment.isOperator;
  // The browser sets the Content-Type of a form, with its boundary.
  const isForm = body instanceof FormData;
  const response = await environment.fetch(`${environment.baseUrl ?? ''}${path}`, {
    method,
    // X-Enfilade replaces a CSRF token: neither a form nor another site can send the header without permission.
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

/**
 * Identifies the request up to the services behind the gateway. Preloaded requests have none: Firefox and Safari would send them again,
 * because the headers would differ.
 */
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

/** Parses JSON text by a schema. Throws ApiError('malformed'), which names the first wrong field. */
export function parseResponse<Schema extends z.core.$ZodType>(text: string, schema: Schema): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ApiError('malformed', 'Answer is not JSON', { cause });
  }
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new ApiError('malformed', `Answer is not what was agreed${place && ` at ${place}`}`, { cause: parsed.error });
}

/** One call whose response is parsed by the schema. */
export async function requestJson<Schema extends z.core.$ZodType>(
  request: Request,
  schema: Schema,
  environment: RequestEnvironment,
): Promise<z.infer<Schema>> {
  return await callFor(request, environment, async (response) => parseResponse(await response.text(), schema));
}

/** One call whose response body is ignored. */
export async function requestVoid(request: Request, environment: RequestEnvironment): Promise<void> {
  await callFor(request, environment, () => Promise.resolve());
}

/** One call whose response is sound; any other type is malformed. */
export async function requestAudio(request: Request, environment: RequestEnvironment): Promise<ArrayBuffer> {
  return await callFor({ ...request, accept: 'audio/*' }, environment, (response) => {
    const type = response.headers.get('Content-Type') ?? '';
    if (!type.startsWith('audio/')) throw new ApiError('malformed', 'Answer is no sound');
    return response.arrayBuffer();
  });
}

async function callFor<Value>(
  request: Request,
  environment: RequestEnvironment,
  read: (response: Response) => Promise<Value>,
): Promise<Value> {
  const errand = startRequestLifetime(environment.clock, request.signal);
  errand.within(request.limitMs ?? callLimitMs);
  try {
    return await errand.wait(read(await send(request, errand, environment)), unreachable);
  } finally {
    errand.end();
  }
}
