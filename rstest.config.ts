import { defineConfig } from '@rstest/core';

export default defineConfig({
  projects: ['shared-contracts', 'host', 'mfe-*', 'infra', 'infra/console'],
  // A process a file takes twice the processor time of all tests together: files share one, and clear up behind themselves.
  isolate: false,
});
