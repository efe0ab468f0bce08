import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { errorMessages, particularMessages } from '@enfilade/server/http/exchange';
import { gatewayErrorSchema, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import { formatReplyEvent, replyDataSchema } from '@enfilade/shared-contracts/api/reply-events';
import { z } from 'zod';
import { echoMark } from './hostile-values.ts';
import type { WireAnswer } from './lines.ts';

/** JSON under a schema, nothing, the events of a chat, or bytes of a type. */
export type Shape = z.core.$ZodType | 'nothing' | 'events' | RegExp;

interface Judging {
  /** Each answer must match one of the schemas. */
  shapes: readonly Shape[];
  isHead: boolean;
  /** The registry has error sentences for teams. */
  hasOwnSentences: boolean;
}

const longestError = 600;
/** Errors for Vapi's SDK have the SDK's fields, too. */
const strictError = z.strictObject({ ...gatewayErrorSchema.shape, error: z.string().optional(), statusCode: z.int().optional() });
const catalogue = new Set<string>([...Object.values(errorMessages), ...Object.values(particularMessages)]);
const noErrors = new Set([200, 201, 204, 206, 304]);
/** Keys and texts of the scripted services, and paths of our code. */
const secrets =
  /canary-|upstream[- ]secret|token-\d|provider-(?:en|fr|p1)|node_modules|file:\/\/|\n {4}at |\/infra\/|\/tmp\/|\.ts:\d|enfilade-registry-/;

/** Undefined for a correct answer. */
export function judgeAnswer(answer: WireAnswer, judging: Judging): string | undefined {
  const { status, headers, body } = answer;
  const text = readBody(answer);
  const leak = secrets.exec(text) ?? secrets.exec([...headers.values()].join('\n'));
  if (leak) return `tells ${JSON.stringify(leak[0])}`;
  const wrongHeader = judgeHeaders(answer);
  if (wrongHeader) return wrongHeader;
  if (noErrors.has(status)) return judgeSuccess(answer, text, judging);
  if (status === 416) return body.length === 0 ? undefined : 'a refused range has a body';
  return judgeError(answer, text, judging);
}

function readBody({ headers, body }: WireAnswer): string {
  const encoding = body.length > 0 ? headers.get('content-encoding') : undefined;
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
}

/** Without `Secure` on this machine, but a request may name another host. */
const ownCookie =
  /^(?:visitorID=[0-9a-f]{16}; Max-Age=14400; Path=\/;|enfilade-(?:visit|operator)=[\w.*-]*; .*HttpOnly;|__Host-(?:visit|operator)=[\w.*-]*; .*HttpOnly; Secure;) SameSite=(?:Lax|Strict)(?:; Secure)?$/;

/** A request that Node refuses before routing has no id. */
function judgeHeaders({ status, headers }: WireAnswer): string | undefined {
  if (headers.get('x-content-type-options') !== 'nosniff') return 'has no nosniff';
  if (!headers.has('x-request-id')) return headers.get('connection') === 'close' ? undefined : 'has no request id';
  for (const name of ['referrer-policy', 'content-security-policy', 'cross-origin-resource-policy'])
    if (!headers.has(name)) return `has no ${name}`;
  const cookie = headers.get('set-cookie');
  if (cookie !== undefined && !ownCookie.test(cookie)) return `sets ${cookie}`;
  return status < 500 && !headers.has('cache-control') && status !== 204 ? 'says nothing of caches' : undefined;
}

function judgeSuccess({ status, headers, body }: WireAnswer, text: string, { shapes, isHead }: Judging): string | undefined {
  const type = headers.get('content-type') ?? '';
  if (isHead || status === 204 || status === 304) return body.length === 0 ? undefined : `has a body with ${status}`;
  const fits = shapes.some((shape) => {
    if (shape === 'nothing') return body.length === 0;
    if (shape === 'events') return type === 'text/event-stream; charset=utf-8' && areEvents(text);
    if (shape instanceof RegExp) return shape.test(type);
    return type === 'application/json; charset=utf-8' && z.safeParse(shape, parse(text)).success;
  });
  return fits ? undefined : `left its schema: ${status} ${type} ${text.slice(0, 200)}`;
}

function areEvents(text: string): boolean {
  const parts = [...text.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)];
  const events = parts.map(([, name = '', data = '']) => replyDataSchema(name)?.safeParse(parse(data)).data);
  const areKnown = events.every((event, index) => event && formatReplyEvent(event) === parts[index]?.[0]);
  return areKnown && events.at(-1)?.type === 'done';
}

function judgeError(answer: WireAnswer, text: string, judging: Judging): string | undefined {
  const { status, headers, body } = answer;
  const type = headers.get('content-type');
  if (status >= 500 && status !== 503) return `${status} ${text.slice(0, 200)}`;
  // An unknown page address gets the page, which shows the 404 in the visitor's language.
  if (status === 404 && type === 'text/html; charset=utf-8') return text.includes(echoMark) ? 'repeats the address' : undefined;
  if (type !== 'application/json; charset=utf-8') return `${status} is not JSON: ${type}`;
  if (judging.isHead) return body.length === 0 ? undefined : 'has a body for HEAD';
  return judgeErrorBody(answer, text, judging);
}

function judgeErrorBody({ status, headers }: WireAnswer, text: string, { hasOwnSentences }: Judging): string | undefined {
  const { data: error } = strictError.safeParse(parse(text));
  if (!error) return `left the schema of errors: ${status} ${text.slice(0, 200)}`;
  if (gatewayErrorStatus[error.code] !== status) return `says ${error.code} with ${status}`;
  if (String(error.retryAfterSeconds ?? '') !== (headers.get('retry-after') ?? '')) return 'retries differ in head and body';
  if (text.includes(echoMark) || text.length > longestError) return `repeats what was sent: ${text.slice(0, 300)}`;
  return hasOwnSentences || catalogue.has(error.message) ? undefined : `says ${error.message.slice(0, 200)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
