import type { Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';

/** `npm test` reads these messages. rstest.config.ts uses the same form. */
// biome-ignore lint/style/noDefaultExport: Playwright loads a module's default export
export default class ResultReporter implements Reporter {
  onBegin(_config: unknown, suite: Suite): void {
    process.send?.({ planned: suite.allTests().length });
  }

  onTestEnd(test: TestCase, { status, errors }: TestResult): void {
    const [, , file = '', ...titles] = test.titlePath();
    const error = errors.map(({ message = '', location }) => `${message}\n    at ${location?.file}:${location?.line}`).join('\n');
    process.send?.({ file: `e2e/flows/${file}`, title: titles.join(' › '), ok: status === 'passed', error: error || status });
  }

  /** Errors outside of tests, such as a site that does not stop. */
  onError({ message = '' }: TestError): void {
    process.send?.({ file: 'e2e', title: '(outside any test)', ok: false, error: message });
  }
}
