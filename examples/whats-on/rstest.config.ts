import { defineConfig } from '@rstest/core';

export default defineConfig({ name: 'whats-on', include: ['src/**/*.test.ts'] });
