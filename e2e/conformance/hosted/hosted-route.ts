import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';

export interface HostedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface HostedAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

/** Answers as documented, or throws the service's refusal. */
export interface HostedRoute {
  method: 'GET' | 'POST';
  path: RegExp;
  /** @param origin of this server */
  answer(request: HostedRequest, origin: string): HostedAnswer | Promise<HostedAnswer>;
}

export class HostedRefusal extends Error {
  readonly answer: HostedAnswer;

  constructor(answer: HostedAnswer) {
    super(`Refused with ${answer.status}: ${String(answer.body)}`);
    this.name = 'HostedRefusal';
    this.answer = answer;
  }
}

export const jsonAnswer = (status: number, body: unknown, headers: Record<string, string> = {}): HostedAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

/** Problems of a request, one line each: `assistantOverrides.property nick should not exist`. */
export type Problems = readonly z.core.$ZodIssue[];

/** @throws HostedRefusal with the answer of `refuse` */
export function parseHostedBody<T>(schema: z.ZodType<T>, request: HostedRequest, refuse: (problems: Problems) => HostedAnswer): T {
  const parsed = schema.safeParse(readJson(request), { reportInput: true });
  if (!parsed.success) throw new HostedRefusal(refuse(parsed.error.issues));
  return parsed.data;
}

/** A service that reads JSON ignores a body of another type. */
function readJson({ headers, body }: HostedRequest): unknown {
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
