import { defineConfig, type Reporter } from '@rstest/core';

/** `npm test` prints errors at the end of its run. */
const textOf = ({ message, diff = '', stack = '' }: { message: string; diff?: string; stack?: string }) =>
  [message, diff, stack.split('\n').find((line) => /^\s+at /.test(line))].filter(Boolean).join('\n');

/** For `npm test`: sends results in the form that e2e/test-kit/report-results.ts uses, too. */
const resultReporter: Reporter = {
  onTestFileResult: ({ testPath, errors = [] }) => {
    // A file can fail outside its tests.
    if (errors.length > 0)
      process.send?.({ file: testPath, title: '(outside its tests)', ok: false, error: errors.map(textOf).join('\n') });
  },
  onTestCaseResult: ({ testPath, parentNames = [], name, status, errors = [] }) => {
    // A skipped test counts as failed: nobody would notice its absence.
    const error = errors.map(textOf).join('\n') || status;
    process.send?.({ file: testPath, title: [...parentNames, name].join(' › '), ok: status === 'pass', error });
  },
};

export default defineConfig({
  projects: ['shared-contracts', 'host', 'mfe-*', 'infra/*', 'e2e', 'examples/*'],
  // A process for each file is slower than most files; with a page, `fresh-page.ts` resets it between two files.
  isolate: false,
  reporters: process.send ? [resultReporter] : ['default'],
});
