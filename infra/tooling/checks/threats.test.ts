import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@rstest/core';
import { readSource, repositoryRoot } from '../testing/repository-root.ts';

const register = readSource('SECURITY.md');
const threats = [...register.matchAll(/^\| T(\d+) \| .+ \| (\S+) › (.+) \|$/gm)].map(([, number, file = '', sentence = '']) => ({
  name: `T${number}`,
  file: path.join(repositoryRoot, file),
  sentence,
}));

it('SECURITY.md lists the threats T1 to T53', () => {
  expect(threats.map(({ name }) => name)).toEqual(Array.from({ length: 53 }, (_, index) => `T${index + 1}`));
});

it.each(threats)('the test that SECURITY.md names for threat $name exists', ({ file, sentence }) => {
  expect(existsSync(file) && readFileSync(file, 'utf8')).toContain(sentence);
});
