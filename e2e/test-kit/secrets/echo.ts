import type { IncomingHttpHeaders } from 'node:http';

/** A careless service repeats these parts of a request. */
export interface Slip {
  credential: string;
  /** The body of a text request. */
  asked: string;
}

export const noCredential = 'none';

export function slipOf(headers: IncomingHttpHeaders, body: Buffer): Slip {
  const isText = headers['content-type']?.includes('json') ?? false;
  return { credential: headers.authorization ?? String(headers['xi-api-key'] ?? noCredential), asked: isText ? body.toString() : '' };
}

const inBase64 = (text: string) => Buffer.from(text).toString('base64');

export function echoHeaders({ credential }: Slip): Record<string, string> {
  return {
    authorization: credential,
    'www-authenticate': `Bearer error_description="${credential}"`,
    'set-cookie': `upstream=${encodeURIComponent(credential)}; Path=/`,
    'server-timing': `key;desc="${credential}"`,
    'x-request-id': credential,
    'x-debug': inBase64(credential),
  };
}

/** Has the shape of every service, and goes to every caller that asks for the reason. */
export function echoError(status: number, { credential, asked }: Slip) {
  const message = `Invalid API key ${credential} for ${asked}`;
  const error = { message, type: credential, code: credential };
  return { statusCode: status, message, error, detail: { status: credential, message }, code: credential, retryAfter: credential };
}

/** Each object contains the slip, as debug output has it. */
export function withSlip(contentType: string, body: Buffer, { credential, asked }: Slip): Buffer {
  const debug = { debug: inBase64(credential), headers: { authorization: inBase64(credential) }, asked: inBase64(asked) };
  return changed(contentType, body, (object) => ({ ...debug, ...object }));
}

const wordFields = /^(?:name|content|delta|text|label|provider)$/;

/** In a stream two pieces contain the credential. */
export function sayingSlip(contentType: string, body: Buffer, { credential }: Slip): Buffer {
  const middle = credential.length >> 1;
  const [first, second] = [credential.slice(0, middle), credential.slice(middle)];
  let deltas = 0;
  const say = (name: string, value: unknown) => {
    if (typeof value !== 'string' || !wordFields.test(name)) return value;
    if (name !== 'delta') return `${value} ${credential}`;
    deltas += 1;
    return deltas % 2 === 1 ? value + first : second + value;
  };
  const text = /json|event-stream/.test(contentType);
  if (!text) return Buffer.concat([body, Buffer.from(credential)]);
  return changed(contentType, body, (object) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, say(name, value)])),
  );
}

type Change = (object: Record<string, unknown>) => Record<string, unknown>;

/** Sound stays unchanged. */
function changed(contentType: string, body: Buffer, change: Change): Buffer {
  const ofJson = (json: string) => JSON.stringify(deep(JSON.parse(json), change));
  if (contentType.includes('event-stream'))
    return Buffer.from(body.toString().replaceAll(/^data: (\{.*\})$/gm, (_, json: string) => `data: ${ofJson(json)}`));
  return contentType.includes('json') && body.length > 0 ? Buffer.from(ofJson(body.toString())) : body;
}

function deep(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((each) => deep(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, deep(each, change)])));
}
