import { defineConfig } from '@rstest/core';

export default defineConfig({ name: 'infra', testEnvironment: 'node', testTimeout: 30_000, include: ['**/*.test.ts'] });
