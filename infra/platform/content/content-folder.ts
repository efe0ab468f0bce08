import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { ProblemList, Report } from './content-error.ts';

interface DroppedField {
  field: string;
  what: string;
}

/**
 * What a file says and its schema dropped: a mistyped field, a value replaced by a default. A schema
 * that forgives a hosted service must not hide the slips of a file that people edit by hand.
 */
function findDropped(raw: unknown, parsed: unknown, path: readonly string[] = []): DroppedField[] {
  if (raw === parsed) return [];
  if (!isContainer(raw) || !isContainer(parsed)) return [{ field: path.join('.'), what: 'is not valid here' }];
  return Object.entries(raw).flatMap(([key, value]) => {
    const at = [...path, key];
    if (!Object.hasOwn(parsed, key)) return [{ field: at.join('.'), what: 'is not a known field' }];
    return findDropped(value, parsed[key], at);
  });
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads below one content directory; whatever is wrong goes to the problem list and yields undefined. */
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

  /** Names in a folder, sorted; hidden ones are not ours. Undefined when there is no such folder. */
  async names(path: string): Promise<string[] | undefined> {
    const found = await readdir(join(this.directory, path)).catch(() => undefined);
    return found?.filter((name) => !name.startsWith('.')).sort();
  }

  async text(path: string): Promise<string | undefined> {
    try {
      return await readFile(join(this.directory, path), 'utf8');
    } catch (error) {
      this.reportOn(path)('file', hasCode(error, 'ENOENT') ? 'is missing' : 'cannot be read');
      return undefined;
    }
  }

  /** The value the schema makes of a JSON file; refuses what the schema would only forgive or drop. */
  async json<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const text = await this.text(path);
    return text === undefined ? undefined : readJson(text, schema, this.reportOn(path));
  }
}

function readJson<T>(text: string, schema: z.ZodType<T>, report: Report): T | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    report('file', `is not JSON (${error instanceof Error ? error.message : 'unreadable'})`);
    return undefined;
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) reportIssue(issue, report);
    return undefined;
  }
  const dropped = findDropped(raw, parsed.data);
  for (const { field, what } of dropped) report(field, what);
  return parsed.data;
}

function reportIssue(issue: z.core.$ZodIssue, report: Report): void {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) report([...issue.path, key].join('.'), 'is not a known field');
    return;
  }
  report(issue.path.join('.') || 'file', issue.message);
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
