import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { defineConfig } from '@rsbuild/core';

export default defineConfig({
  plugins: [pluginModuleFederation({ name: 'hours', exposes: { './screen': './src/screen.ts' }, dts: false })],
  output: {
    assetPrefix: 'auto',
    cssModules: { localIdentName: 'hours-[local]-[hash:base64:5]' },
    sourceMap: { js: 'hidden-source-map' },
  },
  security: { sri: { enable: true } },
});
