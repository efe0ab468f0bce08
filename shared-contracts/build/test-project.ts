import { existsSync } from 'node:fs';
import path from 'node:path';
import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig, type RstestConfig } from '@rstest/core';

const repository = path.resolve(import.meta.dirname, '../..');
/** The package @enfilade/remote lacks these files. */
const ofCheckout = ['end-storages.ts', 'property-seed.ts']
  .map((file) => path.join(repository, 'infra/tooling/testing', file))
  .filter((file) => existsSync(file));
const freshPage = ['ts', 'js']
  .map((kind) => path.join(import.meta.dirname, `../kit/testing/fresh-page.${kind}`))
  .filter((file) => existsSync(file));

const limits: RstestConfig = {
  // Limits for a hung test, not for a slow machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

export function nodeTests(name: string): RstestConfig {
  return defineConfig({
    ...{ ...limits, name, testEnvironment: 'node', setupFiles: ofCheckout, include: ['**/*.test.ts'] },
    // The package's `module` build lacks the file extensions that Node requires.
    output: { bundleDependencies: ['@opentelemetry/api'] },
  });
}

/** These packages keep state for a whole page, so each test file bundles them. */
export const bundleDependencies = ['@vapi-ai/web', '@daily-co/daily-js', /^@enfilade\/remote/];

export function pageTests(name: string, remote?: string, more: RstestConfig = {}): RstestConfig {
  return defineConfig({
    ...limits,
    name,
    plugins: [pluginReact()],
    testEnvironment: 'happy-dom',
    setupFiles: [...ofCheckout, ...freshPage],
    include: ['**/*.test.{ts,tsx}'],
    output: { bundleDependencies },
    ...(remote !== undefined && { source: { define: { __REMOTE_NAME__: JSON.stringify(remote), __REMOTE_VERSION__: '"0.0.0-test"' } } }),
    ...more,
  });
}
