import { expect, it } from '@rstest/core';
import { readSource } from '../testing/repository-root.ts';
import { listFiles } from '../workspace.mjs';

/** A bound on a measured duration fails on a busy machine. A fixture may take its date from `Date.now()`. */
const measures = /performance\.now\(\)|process\.hrtime|Date\.now\(\) - [a-z]|[\w)] - Date\.now\(\)/i;
/** A wait that is limited to less time than the whole test. */
const bounds = /(?:waitFor|findBy\w+|findAllBy\w+)\([^;]*\btimeout:|poll\([^;]*\btimeout: (?!0\b)|toBe\w+\(\{ timeout:/;

const findMeasured = (text: string) => text.split('\n').filter((line) => measures.test(line) || bounds.test(line));

it.each(['const began = performance.now();', 'expect(Date.now() - began).toBe(1);', "await screen.findByText('x', {}, { timeout: 100 });"])(
  'the check finds the measured time in %s',
  (line) => {
    expect(findMeasured(`${line}\n`)).toEqual([line]);
  },
);

it('no test measures time or limits a wait, except figures and runs that are requested by name', () => {
  const all = listFiles('*.test.ts', '*.test.tsx', 'e2e/flows/*.spec.ts', 'e2e/gallery/*.spec.ts');
  const files = all.filter((file) => !file.endsWith('checks/measured-time.test.ts'));
  const found = files.flatMap((file) => findMeasured(readSource(file)).map((line) => `${file}: ${line.trim()}`));
  expect(found).toEqual([]);
});
