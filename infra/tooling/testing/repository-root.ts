import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The tests may start in a package's folder. */
export const repositoryRoot: string =
  [process.cwd(), path.resolve('..')].find((folder) => existsSync(path.join(folder, 'pnpm-workspace.yaml'))) ?? process.cwd();

export const readSource = (file: string): string => readFileSync(path.join(repositoryRoot, file), 'utf8');
