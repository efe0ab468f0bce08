import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '@enfilade/shared-contracts/i18n/language';
import { decodeText, EncodingError } from '@enfilade/shared-contracts/kit/decode-text';
import { isLeftBehind } from '@enfilade/shared-contracts/kit/is-left-behind';
import { z } from 'zod';
import type { ProblemList, Report } from './content-error.ts';
import words from './content-words.json' with { type: 'json' };

const missing = 'is missing';
const unknownField = 'is not a known field';

interface DroppedField {
  field: string;
  what: string;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads files below a content directory. A file with a problem is reported, and the result is undefined. */
export class ContentFolder {
  readonly directory: string;
  readonly problems: ProblemList;

  constructor(directory: string, problems: ProblemList) {
    this.directory = directory;
    this.problems = problems;
  }

  reportOn(path: string): Report {
    return this.problems.on(path);
  }

  /** Sorted, without hidden files and files that systems leave behind. Undefined if the folder does not exist. */
  async names(path: string): Promise<string[] | undefined> {
    const found = await readdir(join(this.directory, path)).catch(() => undefined);
    return found?.filter((name) => !name.startsWith('.') && !isLeftBehind(name)).sort();
  }

  async folders(path: string): Promise<string[] | undefined> {
    const names = await this.names(path);
    const areFolders = await Promise.all((names ?? []).map((name) => isFolder(join(this.directory, path, name))));
    return names?.filter((_, at) => areFolders[at]);
  }

  async bytes(path: string): Promise<Uint8Array | undefined> {
    return readFile(join(this.directory, path)).catch(() => undefined);
  }

  async text(path: string): Promise<string | undefined> {
    try {
      return decodeText(await readFile(join(this.directory, path)));
    } catch (error) {
      if (error instanceof EncodingError) this.reportOn(path)('file', error.message);
      else this.reportOn(path)('file', hasCode(error, 'ENOENT') ? 'is missing' : 'cannot be read');
      return undefined;
    }
  }

  /** A JSON file as the schema parses it. Also reports values that the schema would replace or drop. */
  async json<T>(path: string, schema: z.core.$ZodType<T>): Promise<T | undefined> {
    return this.value(path, { name: 'JSON', parse: JSON.parse }, schema);
  }

  async value<T>(path: string, format: Format, schema: z.core.$ZodType<T>): Promise<T | undefined> {
    const text = await this.text(path);
    return text === undefined ? undefined : readValue(text, { format, schema, report: this.reportOn(path) });
  }
}

interface Format {
  name: string;
  parse(text: string): unknown;
}

interface Reading<T> {
  format: Format;
  schema: z.core.$ZodType<T>;
  report: Report;
}

function readValue<T>(text: string, { format, schema, report }: Reading<T>): T | undefined {
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
  found.push(...findForgiven(raw, schema));
  reportLanguagesOnce(found, report);
  return parsed.data;
}

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
  if (value === undefined) return [];
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
  if (!isContainer(value)) return [];
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

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
