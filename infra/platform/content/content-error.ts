/** One thing wrong with a content file. `path` is relative to the content directory, `field` in dots. */
export interface ContentProblem {
  path: string;
  field: string;
  what: string;
}

/** Says what is wrong with one field of one file. */
export type Report = (field: string, what: string) => void;

/** Content that must not be served. The message lists every problem, one a line. */
export class ContentError extends Error {
  readonly code = 'content-broken';
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super(problems.map(({ path, field, what }) => `${path}: ${field}: ${what}`).join('\n'));
    this.name = 'ContentError';
    this.problems = problems;
  }
}

/** Collects problems of many files, so that one start names them all. */
export class ProblemList {
  readonly #problems: ContentProblem[] = [];

  on(path: string): Report {
    return (field, what) => {
      this.#problems.push({ path, field, what });
    };
  }

  /** @throws ContentError when anything was reported, in the order of the paths. */
  throwIfAny(): void {
    if (this.#problems.length === 0) return;
    throw new ContentError(this.#problems.toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path))));
  }
}
