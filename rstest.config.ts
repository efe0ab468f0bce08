import { defineConfig } from '@rstest/core';

export default defineConfig({ projects: ['shared-contracts', 'host', 'mfe-*', 'infra/*', 'e2e'] });
