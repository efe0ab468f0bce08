import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { z } from 'zod';
import { ConsoleError } from '../model/console-error.ts';

export interface Surroundings {
  fetch(url: string, options: RequestInit): Promise<Response>;
  clock: Clock;
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query. */
  path: string;
  body?: unknown;
}

/** Whole time of a call, answer included. */
export const callLimitMs = 10_000;

/** One call of the site, its answer under a schema; without a schema the answer says nothing. Rejects with ConsoleError. */
export async function call<Schema extends z.ZodType>(what: Call, surroundings: Surroundings, schema: Schema): Promise<z.infer<Schema>>;
export async function call(what: Call, surroundings: Surroundings): Promise<undefined>;
export async function call(what: Call, { fetch, clock }: Surroundings, schema?: z.ZodType): Promise<unknown> {
  const attempt = new AbortController();
  const end = clock.after(callLimitMs, () => attempt.abort());
  try {
    const response = await fetch(what.path, optionsOf(what, attempt.signal));
    const text = await response.text();
    if (!response.ok) throw refusalOf(response, text);
    return schema && parse(text, schema);
  } catch (error) {
    if (error instanceof ConsoleError) throw error;
    throw attempt.signal.aborted
      ? new ConsoleError('late', `No answer within ${callLimitMs} ms`)
      : new ConsoleError('offline', 'Nothing came back');
  } finally {
    end();
  }
}

function optionsOf({ method = 'GET', body }: Call, signal: AbortSignal): RequestInit {
  return {
    method,
    // With the session's cookie this header stands for a token: no form and no other site can send it.
    headers: { Accept: 'application/json', 'X-Enfilade': '1', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  };
}

function refusalOf({ status }: Response, text: string): ConsoleError {
  const { data } = gatewayErrorSchema.safeParse(readJson(text));
  if (data) return new ConsoleError(data.code, data.message, data.retryAfterSeconds);
  return new ConsoleError(status === 401 ? 'unauthorized' : 'strange', `The site answered ${status}`);
}

function parse(text: string, schema: z.ZodType): unknown {
  const parsed = schema.safeParse(readJson(text));
  if (parsed.success) return parsed.data;
  throw new ConsoleError('strange', `The answer is not what was agreed at ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
