import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig } from '@rstest/core';

export default defineConfig({
  name: 'mfe-visit',
  plugins: [pluginReact()],
  testEnvironment: 'happy-dom',
  // Of a hung test, not of a slow machine.
  testTimeout: 30_000,
  setupFiles: ['../infra/tooling/checks/property-seed.ts'],
  include: ['**/*.test.{ts,tsx}'],
  source: { define: { __REMOTE_NAME__: '"visit"', __REMOTE_VERSION__: '"0.0.0-test"' } },
});
