import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { request } from 'undici';
import type { z } from 'zod';
import { CommandFailedError } from '../command-error.ts';

/** A publish compresses its files at the registry before it is answered. */
const answerLimitMs = 120_000;

export interface Call<Schema extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/registry/v1`. */
  path: string;
  /** Sent as JSON. */
  json?: object;
  /** Sent instead: a build as tar.gz. */
  archive?: Uint8Array;
  /** Of the answer. */
  answer: Schema;
}

export interface RegistryClient {
  /** Without a slash at its end. */
  readonly url: string;
  /** @throws CommandFailedError with a sentence for whatever went wrong, the registry's own where it has one */
  call<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.infer<Schema>>;
}

export function createRegistryClient(url: string, token: string): RegistryClient {
  return {
    url,
    async call(call) {
      const { statusCode, json } = await send(url, token, call);
      if (statusCode >= 300) throw new CommandFailedError(sentenceOf(url, statusCode, json));
      const parsed = call.answer.safeParse(json);
      if (parsed.success) return parsed.data;
      throw new CommandFailedError(`The registry at ${url} answers in a shape unknown here; use the command line of the same release.`);
    },
  };
}

async function send(url: string, token: string, call: Call<z.ZodType>): Promise<{ statusCode: number; json: unknown }> {
  const body = call.archive ?? (call.json && JSON.stringify(call.json));
  try {
    const { statusCode, body: answer } = await request(`${url}/registry/v1${call.path}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body && { 'content-type': call.archive ? 'application/gzip' : 'application/json' }),
      },
      ...(body && { body }),
      // No connection is left open behind a command that is done.
      reset: true,
      headersTimeout: answerLimitMs,
      bodyTimeout: answerLimitMs,
    });
    return { statusCode, json: parseJson(await answer.text()) };
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new CommandFailedError(`The registry at ${url} does not answer${reason}; start the site, or name another with --registry.`, {
      cause,
    });
  }
}

function sentenceOf(url: string, statusCode: number, json: unknown): string {
  const error = gatewayErrorSchema.safeParse(json).data;
  if (!error) return `What answers at ${url} is no release registry (status ${statusCode}); name one with --registry.`;
  if (error.code === 'unauthorized') return `The registry at ${url} does not know this token; name the right one with --token-file.`;
  return error.message;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
