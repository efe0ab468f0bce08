import { browsers } from '@enfilade/shared-contracts/build/browsers';
import { serverBuild } from '@enfilade/shared-contracts/build/server-build';
import { defineConfig, type EnvironmentConfig } from '@rsbuild/core';

/** What browsers load to talk to the local voice platform: two scripts that stand alone. */
const voice: EnvironmentConfig = {
  source: { entry: { 'call-machine': './call-machine/main.ts', worklet: './call-machine/worklet/main.ts' } },
  output: {
    target: 'web',
    distPath: { root: 'dist/voice', js: '' },
    // Cleaned with the servers' folder, which it lies in.
    cleanDistPath: false,
    filename: { js: '[name].js' },
    legalComments: 'none',
    overrideBrowserslist: browsers,
  },
  splitChunks: false,
  tools: { htmlPlugin: false },
};

/** `platform` is a server of its own, `embedded` what the site loads when a service is left out of its settings, `guide` the command. */
export default defineConfig(
  serverBuild(import.meta.dirname, { platform: './main.ts', embedded: './platform.ts', guide: './check-guide.ts' }, { voice }),
);
