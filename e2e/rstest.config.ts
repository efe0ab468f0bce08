import { defineConfig } from '@rstest/core';

export default defineConfig({
  name: 'e2e',
  testEnvironment: 'node',
  // Of a hung test, not of a slow machine.
  testTimeout: 30_000,
  setupFiles: ['../infra/tooling/checks/property-seed.ts'],
  include: ['**/*.test.ts'],
});
