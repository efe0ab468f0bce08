import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { HttpError } from '../../http/http-error.ts';

/** What a service answered, from its headers on. */
export type UpstreamResponse = ReturnType<typeof createResponse>;

const bodyLimitBytes = 1_000_000;
const discardLimitBytes = 65_536;

export interface ResponseOptions {
  /** What the call was authorized with, and what else no answer may repeat. */
  secrets: readonly string[];
  /** Called with each piece of the body. */
  onChunk?: (() => void) | undefined;
}

export function createResponse({ statusCode, headers, body }: Dispatcher.ResponseData, options: ResponseOptions) {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      options.onChunk?.();
      yield chunk;
    }
  }
  const bytes = async (limitBytes = bodyLimitBytes) => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of chunks()) {
      length += chunk.byteLength;
      if (length > limitBytes) throw new HttpError('upstream-failed', { reason: `answered more than ${limitBytes} bytes` });
      pieces.push(chunk);
    }
    const whole = Buffer.concat(pieces);
    assertNoSecret(whole, options.secrets);
    return whole;
  };
  const text = async (limitBytes?: number) => (await bytes(limitBytes)).toString('utf8');
  return {
    status: statusCode,
    headers,
    /** The body as it comes. Anybody who reads it so looks for secrets itself. */
    chunks,
    /** The whole body. @throws HttpError `upstream-failed` when it is longer or contains a secret of the call */
    bytes,
    /** The same as text. */
    text,
    /** The same as the value of its JSON; undefined for what is not JSON. */
    json: async () => parseJson(await text()),
    /** Throws the body away, so that the connection can be used again: what an error says is not for us. */
    discard: () => body.dump({ limit: discardLimitBytes }),
  };
}

const isOk = ({ status }: UpstreamResponse) => status >= 200 && status < 300;

/** Reads a response's status alone. */
export async function readStatus(response: UpstreamResponse): Promise<number> {
  await response.discard();
  return response.status;
}

export interface JsonResponse {
  status: number;
  /** Undefined unless the status is 2xx and the body is JSON. */
  json: unknown;
}

/** Reads any response; of one that is not 2xx the status alone. */
export async function readJson(response: UpstreamResponse): Promise<JsonResponse> {
  return isOk(response)
    ? { status: response.status, json: await response.json() }
    : { status: await readStatus(response), json: undefined };
}

/** Passes an answer of status 2xx. @throws HttpError `busy` where the service asks for patience, else `upstream-failed` */
export async function assertOk(response: UpstreamResponse, service: string): Promise<void> {
  if (isOk(response)) return;
  await response.discard();
  if (response.status !== 429) throw new HttpError('upstream-failed', { reason: `${service} answered ${response.status}` });
  throw new HttpError('busy', { retryAfterSeconds: pickRetryAfterSeconds(response), reason: `${service} is busy` });
}

/** How long a service asks us to wait, where it says so within reason: 1 to 120 seconds, else 5. */
export function pickRetryAfterSeconds({ headers }: UpstreamResponse): number {
  const asked = Number(headers['retry-after']);
  return asked >= 1 && asked <= 120 ? Math.ceil(asked) : 5;
}

/** What a service answered, under its schema. @throws HttpError `upstream-failed`, with where it failed and never what stood there */
export function parseResponse<T>(schema: z.core.$ZodType<T>, json: unknown, service: string): T {
  const parsed = z.safeParse(schema, json);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 5).map(({ path, code }) => `${path.join('.') || '(all)'} ${code}`);
  throw new HttpError('upstream-failed', { reason: `${service} answered in another shape: ${issues.join(', ')}` });
}

/** Shorter ones, which only tests have, could stand in any text. */
const shortestSecret = 8;

/** Passes what contains none of the secrets: a service that echoes one must not have it shown. @throws HttpError `upstream-failed` */
export function assertNoSecret(answer: string | Buffer, secrets: readonly string[]): void {
  if (secrets.some((secret) => secret.length >= shortestSecret && answer.includes(secret)))
    throw new HttpError('upstream-failed', { reason: 'the answer contains what it must not tell' });
}
