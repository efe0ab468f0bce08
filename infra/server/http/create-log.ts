import { type DestinationStream, type Logger, pino } from 'pino';

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

interface LogSettings {
  level: string;
  destination?: DestinationStream;
  /** Values to redact from every log line, because an upstream may repeat a key in its error. */
  secrets?: readonly string[];
}

/** Lower-case names of fields that may hold a credential, an address, or words of a visitor or of the guide. */
const privateFields = new Set([
  ...['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key', 'xi-api-key', 'apikey', 'password', 'token', 'key'],
  ...['secret', 'calltoken', 'webcallurl', 'callurl', 'controlurl', 'listenurl', 'ip', 'ips', 'remoteaddress', 'x-forwarded-for'],
  ...['email', 'headers', 'body', 'text', 'prompt', 'lines', 'asked', 'answers', 'messages', 'content', 'transcript', 'questions'],
]);
const hidden = '[redacted]';
const deepest = 6;

/** A structured log without personal data. The bindings of a child logger are checked only for secrets. */
export function createLog({ level, destination, secrets = [] }: LogSettings): Logger {
  const hidePrivate = (fields: object) => describe(fields, 0) as Record<string, unknown>;
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }), log: hidePrivate },
      // `hidePrivate` has described `err` already.
      serializers: { err: (described: unknown) => described },
      hooks: { streamWrite: createCleaner(secrets) },
    },
    destination ?? pino.destination({ dest: 2, sync: false }),
  );
}

/** Node exits on an unhandled rejection. One failure of background work must not end the calls and chats of all visitors. */
export function logUnhandledRejections(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'background work failed'));
}

function describe(value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeError(value, depth);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => describe(item, depth + 1));
  if (ArrayBuffer.isView(value)) return '[bytes]';
  if ('toJSON' in value) return value;
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    privateFields.has(name.toLowerCase()) ? hidden : describe(field, depth + 1),
  ]);
  return Object.fromEntries(fields);
}

/** The standard fields of an error alone, because a library's own fields may contain the whole request. */
function describeError(error: Error, depth: number): unknown {
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // The message of a parser error quotes the input.
  const says = error instanceof SyntaxError ? 'the request cannot be read' : message;
  return {
    type: name,
    message: says,
    code,
    stack: stack?.replace(message, says),
    ...(cause instanceof Error && depth <= deepest && { cause: describeError(cause, depth + 1) }),
  };
}

const shortestSecret = 8;

/** The address of a room is the only secret needed to join its call. */
const roomAddress = String.raw`(?:https?|wss?)(?:://|:\\/\\/|%3A%2F%2F)[\w.-]*daily\.co[^\s"'<>\\]*`;

/**
 * Finds secrets in plain form, in JSON within JSON, in URL encoding and in base64 at any position. Ignores secrets under eight characters,
 * because short texts occur in ordinary words.
 */
function createCleaner(secrets: readonly string[]): (line: string) => string {
  const forms = secrets.filter((secret) => secret.length >= shortestSecret).flatMap(formsOf);
  // Longest first, because a secret may be the beginning of another secret.
  const needles = [...new Set(forms)].sort((item, other) => other.length - item.length).map(asPattern);
  const unwanted = new RegExp([roomAddress, ...needles].join('|'), 'gi');
  return (line) => line.replace(unwanted, '[redacted]');
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((offset) => innerBase64(bytes, offset));
  return [
    ...[secret, encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2), bytes.toString('hex')].flatMap(asJson),
    ...encoded.flatMap((text) => [...asJson(text), ...asJson(encodeURIComponent(text))]),
    ...encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

function asJson(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [once, JSON.stringify(once).slice(1, -1)];
}

/** The base64 characters that depend only on these bytes, if `offset` other bytes precede them in a group of three. */
function innerBase64(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

const asPattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
