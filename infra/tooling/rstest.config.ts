import { defineConfig } from '@rstest/core';

export default defineConfig({
  name: 'tooling',
  testEnvironment: 'node',
  // Of a hung test, not of a slow machine.
  testTimeout: 30_000,
  setupFiles: ['./checks/property-seed.ts'],
  include: ['**/*.test.ts'],
});
