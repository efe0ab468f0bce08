import { existsSync } from 'node:fs';
import path from 'node:path';

/** The checkout of this test, from whichever folder the tests were started. */
export const repositoryRoot: string =
  [process.cwd(), path.resolve('..')].find((folder) => existsSync(path.join(folder, 'pnpm-workspace.yaml'))) ?? process.cwd();
