import { defineConfig } from '@rstest/core';

export default defineConfig({
  name: 'server',
  testEnvironment: 'node',
  // Of a hung test, not of a slow machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['../tooling/checks/property-seed.ts'],
  include: ['**/*.test.ts'],
});
