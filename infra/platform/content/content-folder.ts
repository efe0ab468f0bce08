import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { decodeText, EncodingError } from '@enfilade/shared-contracts/kit/decode-text';
import { isLeftBehind } from '@enfilade/shared-contracts/kit/is-left-behind';
import { z } from 'zod';
import words from './content-words.json' with { type: 'json' };

/** `path` is relative to the content directory. `field` has dots between its keys. */
export type ContentProblem = { path: string; field: string; what: string };

export type Report = (field: string, what: string) => void;

/** The message has a line for each problem. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly code = 'content-broken';
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super(problems.map(({ path, field, what }) => `${path}: ${field}: ${what}`).join('\n'));
    this.problems = problems;
  }
}

const missing = 'is missing';
const unknownField = 'is not a known field';

type DroppedField = Omit<ContentProblem, 'path'>;

/** Reads files below a content directory. A file with a problem is reported, and the result is undefined. */
export class ContentFolder {
  readonly #directory: string;
  readonly #problems: ContentProblem[] = [];

  constructor(directory: string) {
    this.#directory = directory;
  }

  reportOn(path: string): Report {
    return (field, what) => void this.#problems.push({ path, field, what });
  }

  /** @throws ContentError with the problems in the order of their paths */
  throwIfAny(): void {
    if (this.#problems.length === 0) return;
    throw new ContentError(this.#problems.toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path))));
  }

  /** Sorted, without hidden files and files that systems leave behind. Undefined if the folder does not exist. */
  async names(path: string): Promise<string[] | undefined> {
    const found = await readdir(join(this.#directory, path)).catch(() => undefined);
    return found?.filter((name) => !name.startsWith('.') && !isLeftBehind(name)).sort();
  }

  async folders(path: string): Promise<string[] | undefined> {
    const names = await this.names(path);
    const found = await Promise.all((names ?? []).map((name) => stat(join(this.#directory, path, name)).catch(() => undefined)));
    return names?.filter((_, at) => found[at]?.isDirectory());
  }

  async bytes(path: string): Promise<Uint8Array | undefined> {
    return readFile(join(this.#directory, path)).catch(() => undefined);
  }

  async text(path: string): Promise<string | undefined> {
    try {
      return decodeText(await readFile(join(this.#directory, path)));
    } catch (error) {
      const other = Object(error).code === 'ENOENT' ? missing : 'cannot be read';
      this.reportOn(path)('file', error instanceof EncodingError ? error.message : other);
      return undefined;
    }
  }

  /** A file as the schema parses it. Also reports values that the schema would replace or drop. */
  async value<T>(path: string, schema: z.core.$ZodType<T>, format: Format = { name: 'JSON', parse: JSON.parse }): Promise<T | undefined> {
    const text = await this.text(path);
    if (text === undefined) return undefined;
    const report = this.reportOn(path);
    let raw: unknown;
    try {
      raw = format.parse(text);
    } catch (error) {
      report('file', `is not ${format.name} (${error instanceof Error ? error.message.trim() : 'unreadable'})`);
      return undefined;
    }
    const parsed = z.safeParse(schema, raw, { error: describeIssue });
    const found: DroppedField[] = [];
    for (const issue of parsed.error?.issues ?? []) reportIssue(issue, (field, what) => found.push({ field, what }));
    reportLanguagesOnce([...found, ...findForgiven(raw, schema)], report);
    return parsed.data;
  }
}

type Format = { name: string; parse(text: string): unknown };

function reportLanguagesOnce(found: readonly DroppedField[], report: Report): void {
  const reported = new Set<string>();
  const kindOf = ({ field, what }: DroppedField) => {
    const language = field.slice(field.lastIndexOf('.') + 1);
    const isLanguage =
      what === unknownField ? /^[a-z]{2}$/.test(language) : what === missing && (languages as readonly string[]).includes(language);
    return isLanguage ? `${language} ${what}` : field;
  };
  for (const problem of found) {
    const kind = kindOf(problem);
    const others = kind === problem.field ? 0 : found.filter((other) => kindOf(other) === kind).length - 1;
    if (others > 0 && reported.has(kind)) continue;
    reported.add(kind);
    report(problem.field, others > 0 ? `${problem.what}, and in ${others} other places` : problem.what);
  }
}

/** The schemas tolerate mistyped fields and defaults in answers of hosted services. In a file that people edit, both are mistakes. */
function findForgiven(value: unknown, schema: z.core.$ZodType, path: readonly string[] = []): DroppedField[] {
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodDefault)
    return findForgiven(value, schema._zod.def.innerType, path);
  if (schema instanceof z.core.$ZodCatch) {
    const issues = z.safeParse(schema._zod.def.innerType, value).error?.issues ?? [];
    const wrong = issues.map((issue) => ({ field: [...path, ...issue.path].join('.'), what: 'is not valid here' }));
    return [...wrong, ...findForgiven(value, schema._zod.def.innerType, path)];
  }
  if (schema instanceof z.core.$ZodUnion) {
    const meant = schema._zod.def.options.find((option) => z.safeParse(option, value).success);
    return meant ? findForgiven(value, meant, path) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  if (schema instanceof z.core.$ZodArray)
    return entries.flatMap(([at, item]) => findForgiven(item, schema._zod.def.element, [...path, at]));
  if (schema instanceof z.core.$ZodRecord)
    return entries.flatMap(([key, item]) => findForgiven(item, schema._zod.def.valueType, [...path, key]));
  if (!(schema instanceof z.core.$ZodObject)) return [];
  return entries.flatMap(([key, item]) => {
    const known: z.core.$ZodType | undefined = Object.hasOwn(schema._zod.def.shape, key) ? schema._zod.def.shape[key] : undefined;
    if (known) return findForgiven(item, known, [...path, key]);
    // A strict schema has reported the field.
    return schema._zod.def.catchall ? [] : [{ field: [...path, key].join('.'), what: unknownField }];
  });
}

function reportIssue(issue: z.core.$ZodIssue, report: Report): void {
  // Of several forms, the author meant the form of which only parts are wrong.
  const meant = issue.code === 'invalid_union' ? issue.errors.find((inner) => inner.every(({ path }) => path.length > 0)) : undefined;
  if (meant?.length) {
    for (const inner of meant) reportIssue({ ...inner, path: [...issue.path, ...inner.path] }, report);
    return;
  }
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) report([...issue.path, key].join('.'), unknownField);
    return;
  }
  report(issue.path.join('.') || 'file', issue.message);
}

const kinds: Record<string, string> = words.kinds;
const forms: Record<string, string> = words.forms;

/** Describes an issue in plain words, unless the schema has a message. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return missing;
  const field = String(issue.path?.at(-1));
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'of another kind'}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      return `must ${describeSize(issue.origin, Number(issue.minimum), 'at least')}`;
    case 'too_big':
      return `must ${describeSize(issue.origin, Number(issue.maximum), 'at most')}`;
    case 'invalid_union':
      if (Array.isArray(issue.options)) return `must be one of ${issue.options.join(', ')}`;
      return `must be ${forms[field] ?? 'one of the known forms'}`;
    case 'invalid_key':
      return 'is not a valid name';
    case 'invalid_format':
      return `must be ${forms[field] ?? describeFormat(field, issue)}`;
    default:
      return 'is not valid here';
  }
}

function describeSize(origin: string, count: number, bound: string): string {
  if (origin === 'string') return bound === 'at least' && count === 1 ? 'not be empty' : `have ${bound} ${count} characters`;
  return origin === 'array' || origin === 'tuple' ? `have ${bound} ${count} entries` : `be ${bound} ${count}`;
}

function describeFormat(field: string, { format, pattern }: { format: string; pattern?: string | undefined }): string {
  if (/colou?r$/i.test(field)) return 'a colour such as #1a2b3c';
  return format === 'url' ? 'an address that begins with https://' : `written as ${pattern} says`;
}
