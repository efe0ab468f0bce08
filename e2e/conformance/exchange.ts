import type { OwnWords } from '@enfilade/platform/services/own-words';
import { z } from 'zod';

/** All services of one side behind one address, as a client finds them. */
export interface Services {
  readonly origin: string;
  /** Transcription in OpenAI's shape, with its version; the platform has no transcription, so the address may differ. */
  readonly transcriptionUrl: string;
  /** Function of the platform, which offers no language model to others. */
  readonly ownWords?: OwnWords;
  close(): Promise<void>;
}

/** Our own services. */
export interface StandIns extends Services {
  /** Expires every token that the middleware has issued. */
  expireTokens(): void;
}

export const sides = ['the hosted service', 'the stand-in'] as const;
export type Side = (typeof sides)[number];

/** A request, and the answer that the documentation of the hosted service describes. */
export interface Exchange {
  ask(services: StandIns): Promise<Response>;
  status: number;
  /** Expected type of the answer's content; absent: JSON. */
  type?: RegExp;
  /** Schema of the JSON value; if `type` is given, of the bytes as Latin-1 text. */
  answer?: z.core.$ZodType;
}

/** Errors of Vapi and its framework: a sentence, or a list of sentences if a body is wrong. */
export const vapiErrorSchema = z.object({ statusCode: z.int(), error: z.string(), message: z.union([z.string(), z.array(z.string())]) });

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Sends a string as it is, and anything else as JSON. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: sent });
}

/** A value's names and types without its contents: services that answer in different words have the same kinds. */
export function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(kindOf(item))))];
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([key, item]) => [key, kindOf(item)]),
  );
}
