import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig } from '@rstest/core';

export default defineConfig({
  name: 'mfe-landing',
  plugins: [pluginReact()],
  testEnvironment: 'happy-dom',
  // Of a hung test, not of a slow machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['../infra/tooling/checks/property-seed.ts', '../shared-contracts/kit/testing/fresh-page.ts'],
  include: ['**/*.test.{ts,tsx}'],
  source: { define: { __REMOTE_NAME__: '"landing"', __REMOTE_VERSION__: '"0.0.0-test"' } },
});
