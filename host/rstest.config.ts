import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig } from '@rstest/core';

export default defineConfig({
  name: 'host',
  plugins: [pluginReact()],
  testEnvironment: 'happy-dom',
  include: ['**/*.test.{ts,tsx}'],
});
