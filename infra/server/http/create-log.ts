import { type DestinationStream, type Logger, pino } from 'pino';
import { createCleaner } from './clean-line.ts';

export interface LogSettings {
  level: string;
  /** Absent: standard error. */
  destination?: DestinationStream;
  /** Values that must never be written, whatever carries them: an upstream may echo a key in its error. */
  secrets?: readonly string[];
}

/** Fields that hold a credential, an address, or words of a visitor's or the guide's, in small letters. */
const privateFields = new Set([
  ...['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key', 'xi-api-key', 'apikey', 'password', 'token', 'key'],
  ...['secret', 'calltoken', 'webcallurl', 'callurl', 'controlurl', 'listenurl', 'ip', 'ips', 'remoteaddress', 'x-forwarded-for'],
  ...['email', 'headers', 'body', 'text', 'prompt', 'lines', 'asked', 'answers', 'messages', 'content', 'transcript', 'questions'],
]);
const hidden = '[redacted]';
const deepest = 6;

/** Structured log without personal data. What a logger made from it (`child`) always says is not looked at, except for secrets. */
export function createLog({ level, destination, secrets = [] }: LogSettings): Logger {
  const hidePrivate = (fields: object) => describe(fields, 0) as Record<string, unknown>;
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }), log: hidePrivate },
      // What stands in `err` was described with the rest.
      serializers: { err: (described: unknown) => described },
      hooks: { streamWrite: createCleaner(secrets) },
    },
    destination ?? pino.destination({ dest: 2, sync: false }),
  );
}

/** A copy of plain things that carries nothing private, however deep; what is deeper still is left out. */
function describe(value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeError(value, depth);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return '[deeper]';
  if (Array.isArray(value)) return value.map((one) => describe(one, depth + 1));
  if (ArrayBuffer.isView(value)) return '[bytes]';
  if ('toJSON' in value) return value;
  const fields = Object.entries(value).map(([name, held]) => [
    name,
    privateFields.has(name.toLowerCase()) ? hidden : describe(held, depth + 1),
  ]);
  return Object.fromEntries(fields);
}

/** Nothing but what every error has: a library's own fields may hold the whole request it failed with. */
function describeError(error: Error, depth: number): unknown {
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // A parser quotes what it read.
  const says = error instanceof SyntaxError ? 'what came cannot be read' : message;
  return {
    type: name,
    message: says,
    code,
    stack: stack?.replace(message, says),
    ...(cause instanceof Error && depth <= deepest && { cause: describeError(cause, depth + 1) }),
  };
}
