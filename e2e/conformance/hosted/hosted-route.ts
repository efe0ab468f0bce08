import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';

/** A request as a service receives it, with the whole body. */
export interface HostedRequest {
  method: string;
  /** Without the query. */
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

/** One endpoint of a hosted service: answers as documented, or throws what the service refuses with. */
export interface HostedRoute {
  method: 'GET' | 'POST';
  path: RegExp;
  /** `origin` is where this server was asked. */
  answer(request: HostedRequest, origin: string): HostedAnswer | Promise<HostedAnswer>;
}

/** What a hosted service would not have answered: the client's request is wrong. */
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

/** What is wrong with a request, a line each: `assistantOverrides.property nick should not exist`. */
export type Problems = readonly z.core.$ZodIssue[];

/** The JSON body under its schema. @throws HostedRefusal as `refuse` words it */
export function parseHostedBody<T>(schema: z.ZodType<T>, request: HostedRequest, refuse: (problems: Problems) => HostedAnswer): T {
  const parsed = schema.safeParse(readJson(request), { reportInput: true });
  if (!parsed.success) throw new HostedRefusal(refuse(parsed.error.issues));
  return parsed.data;
}

/** A body of another type is no body to a service that reads JSON. */
function readJson({ headers, body }: HostedRequest): unknown {
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
