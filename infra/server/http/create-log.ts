import { type DestinationStream, type Logger, pino } from 'pino';

export interface LogSettings {
  level: string;
  /** Absent: standard error. */
  destination?: DestinationStream;
  /** Values that no log line may contain: an upstream may echo a key in its error. */
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

/** Structured log without personal data. The bindings of a logger made from it (`child`) are not checked, except for secrets. */
export function createLog({ level, destination, secrets = [] }: LogSettings): Logger {
  const hidePrivate = (fields: object) => describe(fields, 0) as Record<string, unknown>;
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }), log: hidePrivate },
      // What is in `err` was described with the rest.
      serializers: { err: (described: unknown) => described },
      hooks: { streamWrite: createCleaner(secrets) },
    },
    destination ?? pino.destination({ dest: 2, sync: false }),
  );
}

/** One failure of work that nothing waits for must not end the calls and chats of everybody: Node ends a process that does not handle it. */
export function logUnhandledRejections(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'background work failed'));
}

/** A copy of plain things that carries nothing private, however deep; what is deeper still is left out. */
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

/** Nothing but what every error has: a library's own fields may hold the whole request it failed with. */
function describeError(error: Error, depth: number): unknown {
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // A parser quotes what it read.
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

/** Addresses of calls: each is the only secret needed to join. */
const roomAddress = String.raw`(?:https?|wss?)(?:://|:\\/\\/|%3A%2F%2F)[\w.-]*daily\.co[^\s"'<>\\]*`;

/**
 * Removes from a line of JSON what must not be written, wherever it is: addresses of rooms, and secrets as
 * they are, as JSON within JSON writes them, as an address does, and in base64 at any place of a longer text.
 * A secret of fewer than eight characters is not looked for: it would be found in ordinary words.
 */
function createCleaner(secrets: readonly string[]): (line: string) => string {
  const forms = secrets.filter((secret) => secret.length >= shortestSecret).flatMap(formsOf);
  // Longest first, in case one is the beginning of another.
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

/** The text inside a JSON string, and inside JSON within a JSON string. */
function asJson(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [once, JSON.stringify(once).slice(1, -1)];
}

/** The characters that the bytes alone decide, with so many others before them, three to a group. */
function innerBase64(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

const asPattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
