import { defineConfig } from '@rstest/core';

export default defineConfig({ name: 'without-react', include: ['src/**/*.test.ts'] });
