import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The root of the checkout, also if the tests were started in a package's folder. */
export const repositoryRoot: string =
  [process.cwd(), path.resolve('..')].find((folder) => existsSync(path.join(folder, 'pnpm-workspace.yaml'))) ?? process.cwd();

/** Reads a text file of the checkout. */
export const readSource = (file: string): string => readFileSync(path.join(repositoryRoot, file), 'utf8');
