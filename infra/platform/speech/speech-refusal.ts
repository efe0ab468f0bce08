import type { z } from 'zod';
import { ServiceError } from '../services/http.ts';

/** One wrong field, as FastAPI tells it. */
interface FieldProblem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** What the speech service refuses with; `detail` is the body's. */
export class SpeechRefusal extends ServiceError {
  readonly detail: unknown;

  constructor(status: number, detail: { status: string; message: string } | readonly FieldProblem[]) {
    super(status, 'message' in detail ? detail.message : 'Unprocessable Entity');
    this.name = 'SpeechRefusal';
    this.detail = detail;
  }
}

/** Every failure in ElevenLabs' shape, the framework's own as well. */
export function speechErrorBody(error: ServiceError): { detail: unknown } {
  if (error instanceof SpeechRefusal) return { detail: error.detail };
  return { detail: { status: error.status < 500 ? 'bad_request' : 'internal_server_error', message: error.message } };
}

/**
 * A part of a request as the schema makes it.
 * @throws SpeechRefusal 422 naming each field that is wrong
 */
export function parsePart<T>(schema: z.ZodType<T>, part: 'body' | 'query', value: unknown): T {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => ({
    loc: [part, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))],
    msg: issue.message,
    type: problemType(issue),
  }));
  throw new SpeechRefusal(422, problems);
}

const problemTypes: Readonly<Record<string, string>> = {
  'too_small string': 'string_too_short',
  'too_big string': 'string_too_long',
  'too_small number': 'greater_than_equal',
  'too_big number': 'less_than_equal',
  invalid_value: 'enum',
};

function problemType(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'missing';
  const kind = 'origin' in issue ? `${issue.code} ${issue.origin}` : issue.code;
  return problemTypes[kind] ?? 'value_error';
}
