import { defineConfig } from '@rstest/core';

export default defineConfig({
  name: 'infra',
  testEnvironment: 'node',
  testTimeout: 30_000,
  setupFiles: ['./checks/property-seed.ts'],
  include: ['**/*.test.ts'],
  // Drawn in a browser's document: a project of its own.
  exclude: ['console/**'],
});
