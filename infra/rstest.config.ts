import { defineConfig } from '@rstest/core';

export default defineConfig({ name: 'infra', testEnvironment: 'node', include: ['**/*.test.ts'] });
