import { browsers } from '@enfilade/shared-contracts/build/browsers';
import { serverBuild } from '@enfilade/shared-contracts/build/server-build';
import { defineConfig, type EnvironmentConfig } from '@rsbuild/core';

/** Two self-contained scripts for browsers that use the local voice platform. */
const voice: EnvironmentConfig = {
  source: { entry: { 'call-machine': './call-machine/main.ts', worklet: './call-machine/worklet/main.ts' } },
  output: {
    target: 'web',
    distPath: { root: 'dist/voice', js: '' },
    // The servers' build cleans this folder too.
    cleanDistPath: false,
    filename: { js: '[name].js' },
    legalComments: 'none',
    overrideBrowserslist: browsers,
  },
  splitChunks: false,
  tools: { htmlPlugin: false },
};

/** `embedded` runs if the settings name no hosted service. `guide` is the command. */
export default defineConfig(serverBuild(import.meta.dirname, { embedded: './platform.ts', guide: './check-guide.ts' }, { voice }));
