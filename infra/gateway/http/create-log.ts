import { type DestinationStream, type Logger, pino } from 'pino';

export interface LogSettings {
  level: string;
  /** Absent: standard error. */
  destination?: DestinationStream;
  /** Values that must never be written, whatever carries them: an upstream may echo a key in its error. */
  secrets?: readonly string[];
}

const redactedKeys = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'key', 'secret', 'text', 'prompt', 'body'];

/** Structured log without personal data. */
export function createLog({ level, destination, secrets = [] }: LogSettings): Logger {
  const clean = createCleaner(secrets);
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactedKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`]), censor: '[redacted]' },
      serializers: { err: (error: unknown) => describeError(error, clean) },
      hooks: { streamWrite: clean },
    },
    destination ?? pino.destination({ dest: 2, sync: false }),
  );
}

/** Secrets stand in JSON text, so they are looked for as JSON writes them. */
function createCleaner(secrets: readonly string[]): (line: string) => string {
  const needles = secrets.filter((secret) => secret.length >= 8).map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => needles.reduce((cleaned, needle) => cleaned.replaceAll(needle, '[redacted]'), line);
}

function describeError(error: unknown, clean: (line: string) => string): unknown {
  if (!(error instanceof Error)) return undefined;
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: name,
    message: clean(message),
    code,
    stack: stack && clean(stack),
    ...(cause instanceof Error && { cause: describeError(cause, clean) }),
  };
}
