import type { OwnWords } from '@enfilade/platform/services/own-words';
import { z } from 'zod';

export interface Services {
  readonly origin: string;
  /** OpenAI's shape, with the version in the path. The platform has no transcription, so the origin may differ. */
  readonly transcriptionUrl: string;
  /** The platform offers no language model to others, only this function. */
  readonly ownWords?: OwnWords;
  close(): Promise<void>;
}

export interface StandIns extends Services {
  expireTokens(): void;
}

export const sides = ['the hosted service', 'the stand-in'] as const;
export type Side = (typeof sides)[number];

/** A request and the answer that the hosted service's documentation describes. */
export interface Exchange {
  ask(services: StandIns): Promise<Response>;
  status: number;
  type?: RegExp;
  /** Schema of the JSON value; if `type` is given, of the bytes as Latin-1 text. */
  answer?: z.core.$ZodType;
}

/** Errors of Vapi and its framework: a sentence, or a list of sentences if a body is wrong. */
const vapiErrorSchema = z.object({ statusCode: z.int(), error: z.string(), message: z.union([z.string(), z.array(z.string())]) });

type Ask = Exchange['ask'];
/** An exchange that the service refuses. */
export const refused = (status: number, ask: Ask, answer: z.core.$ZodType = vapiErrorSchema): Exchange => ({
  ask,
  status,
  answer,
});

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: sent });
}

/** Names and types without contents. Services that answer in different words have the same kinds. */
export function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(kindOf(item))))];
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([key, item]) => [key, kindOf(item)]),
  );
}
