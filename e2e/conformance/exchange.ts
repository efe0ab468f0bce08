import type { z } from 'zod';
import type { StandIns } from './services.ts';

/** A request, and what the documentation of the hosted service says of its answer. */
export interface Exchange {
  ask(services: StandIns): Promise<Response>;
  status: number;
  /** Expected type of the answer's content; absent: JSON. */
  type?: RegExp;
  /** Schema of the JSON value; if `type` is given, of the bytes as Latin-1 text. */
  answer?: z.core.$ZodType;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A string is sent as it is, anything else as JSON. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: sent });
}
