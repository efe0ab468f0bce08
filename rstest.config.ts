import { defineConfig } from '@rstest/core';

export default defineConfig({
  projects: ['shared-contracts', 'host', 'mfe-*', 'infra/*', 'e2e'],
  // A process a file takes longer than most files; where there is a page, `fresh-page.ts` puts it back between two of them.
  isolate: false,
});
