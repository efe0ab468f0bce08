/** `path` is relative to the content directory. `field` has dots between its keys. */
export interface ContentProblem {
  path: string;
  field: string;
  what: string;
}

export type Report = (field: string, what: string) => void;

/** The message has a line for each problem. */
export class ContentError extends Error {
  readonly code = 'content-broken';
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super(problems.map(({ path, field, what }) => `${path}: ${field}: ${what}`).join('\n'));
    this.name = 'ContentError';
    this.problems = problems;
  }
}
