import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig } from '@rstest/core';

export default defineConfig({
  name: 'host',
  plugins: [pluginReact()],
  testEnvironment: 'happy-dom',
  // Of a hung test, not of a slow machine.
  testTimeout: 30_000,
  setupFiles: ['../infra/tooling/checks/property-seed.ts'],
  include: ['**/*.test.{ts,tsx}'],
});
