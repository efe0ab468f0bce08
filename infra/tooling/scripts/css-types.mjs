// `node infra/tooling/scripts/css-types.mjs`: writes the class names of every CSS module as types below .cache/css-types, where
// tsconfig.json finds them (rootDirs): a class that no style sheet has is a type error.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../workspace.mjs';

const outDir = '.cache/css-types';
rmSync(path.join(root, outDir), { recursive: true, force: true });
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.module.css'], {
  cwd: root,
  encoding: 'utf8',
});
// A CommonJS package whose types speak of a default export.
const { default: DtsCreator } = createRequire(import.meta.url)('typed-css-modules');
const creator = new DtsCreator({ rootDir: root, searchDir: '.', outDir });
for (const file of listed.trim().split('\n')) {
  if (existsSync(path.join(root, file))) await (await creator.create(path.join(root, file))).writeFile();
}
