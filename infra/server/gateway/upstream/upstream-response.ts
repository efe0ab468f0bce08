import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { HttpError } from '../../http/exchange.ts';

export type UpstreamResponse = ReturnType<typeof createUpstreamResponse>;

const bodyLimitBytes = 1_000_000;
const discardLimitBytes = 65_536;

/** @param secrets credentials of the call, and other texts that no answer may contain */
export function createUpstreamResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  secrets: readonly string[],
  onChunk?: () => void,
) {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      onChunk?.();
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
    assertNoSecret(whole, secrets);
    return whole;
  };
  const text = async (limitBytes?: number) => (await bytes(limitBytes)).toString('utf8');
  return {
    status: statusCode,
    headers,
    /** The body as it arrives. The reader must check for secrets itself. */
    chunks,
    /** @throws HttpError `upstream-failed` if the body exceeds the limit or contains a secret of the call */
    bytes,
    text,
    /** Undefined for text that is not JSON. */
    json: async () => parseJson(await text()),
    discard: () => body.dump({ limit: discardLimitBytes }),
  };
}

const isOk = ({ status }: UpstreamResponse) => status >= 200 && status < 300;

export async function readStatus(response: UpstreamResponse): Promise<number> {
  await response.discard();
  return response.status;
}

/** `json` is undefined if the status is not 2xx or the body is not JSON. */
export async function readJson(response: UpstreamResponse): Promise<{ status: number; json: unknown }> {
  return isOk(response)
    ? { status: response.status, json: await response.json() }
    : { status: await readStatus(response), json: undefined };
}

/** @throws HttpError `busy` for status 429, `upstream-failed` for any other status besides 2xx */
export async function assertOk(response: UpstreamResponse, service: string): Promise<void> {
  if (isOk(response)) return;
  await response.discard();
  if (response.status !== 429) throw new HttpError('upstream-failed', { reason: `${service} answered ${response.status}` });
  throw new HttpError('busy', { retryAfterSeconds: pickRetryAfterSeconds(response), reason: `${service} is busy` });
}

/** The service's own retry time if it is between 1 and 120 seconds, otherwise 5 seconds. */
export function pickRetryAfterSeconds({ headers }: UpstreamResponse): number {
  const asked = Number(headers['retry-after']);
  return asked >= 1 && asked <= 120 ? Math.ceil(asked) : 5;
}

/** @throws HttpError `upstream-failed`, with the failing paths and without their values */
export function parseResponse<T>(schema: z.core.$ZodType<T>, json: unknown, service: string): T {
  const parsed = z.safeParse(schema, json);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 5).map(({ path, code }) => `${path.join('.') || '(all)'} ${code}`);
  throw new HttpError('upstream-failed', { reason: `${service} answered in another shape: ${issues.join(', ')}` });
}

/** Shorter secrets, which only tests use, could occur in any text. */
const shortestSecret = 8;

/** An echoed secret is never shown. @throws HttpError `upstream-failed` */
export function assertNoSecret(answer: string | Buffer, secrets: readonly string[]): void {
  if (secrets.some((secret) => secret.length >= shortestSecret && answer.includes(secret)))
    throw new HttpError('upstream-failed', { reason: 'the answer contains a secret' });
}
