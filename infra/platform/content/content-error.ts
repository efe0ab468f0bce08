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
