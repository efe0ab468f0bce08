import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@rstest/core';
import ts from 'typescript';
import { readSource, repositoryRoot as root } from '../testing/repository-root.ts';
import { listFiles } from '../workspace.mjs';

const isTest = (file: string) => /\.(test|spec)\.|\.d\.ts$|(^|\/)(testing|fixtures)\//.test(file) || file.startsWith('e2e/');
const sources = new Set(listFiles('*.ts', '*.tsx', '*.mjs').filter((file) => !isTest(file) && existsSync(path.join(root, file))));

/** Undefined for other packages and for styles. */
function resolve(file: string, specifier: string): string | undefined {
  const [, name = '', rest] = /^@enfilade\/([a-z-]+)\/(.+)$/.exec(specifier) ?? [];
  if (rest === undefined && !specifier.startsWith('.')) return undefined;
  const folder = name === 'shared-contracts' ? name : `infra/${name}`;
  const target = rest === undefined ? path.posix.join(path.posix.dirname(file), specifier) : `${folder}/${rest}`;
  return ['', '.ts', '.tsx', '.mjs'].map((ending) => target + ending).find((candidate) => sources.has(candidate));
}

/** Pairs of folders that import each other, in the order of their names. */
function findMutual(files: Iterable<string>, read: (file: string) => string): string[] {
  const pairs = new Set<string>();
  for (const file of files) {
    const targets = ts.preProcessFile(read(file)).importedFiles.flatMap(({ fileName }) => resolve(file, fileName) ?? []);
    for (const target of targets) pairs.add(`${path.posix.dirname(file)} ${path.posix.dirname(target)}`);
  }
  return [...pairs].filter((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return from < to && pairs.has(`${to} ${from}`);
  });
}

it('no two folders import each other, so that a reader can begin with one of them', () => {
  expect(sources.size).toBeGreaterThan(500);
  expect(findMutual(sources, readSource)).toEqual([]);
});

it('the check of folders finds an import by a path and an import by the name of a package', () => {
  const planted: Record<string, string> = {
    'infra/server/http/kit.ts': "import { createGateway } from '../gateway/gateway.ts';",
    'infra/server/gateway/gateway.ts': "import { listFiles } from '@enfilade/server/http/kit';",
  };
  expect(findMutual(Object.keys(planted), (file) => planted[file] ?? '')).toEqual(['infra/server/gateway infra/server/http']);
});
