import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

/** The page provides React. The copy in the build is for the screen's own page. */
const singleton = { singleton: true };

export default defineConfig({
  plugins: [
    pluginReact(),
    pluginModuleFederation({
      name: 'whatson',
      exposes: { './screen': './src/screen.tsx' },
      shared: { react: singleton, 'react/jsx-runtime': singleton, 'react-dom': singleton },
      // Nobody imports the types of a screen.
      dts: false,
      // The site's page has the federation runtime, so that visitors load 18 kB less. The screen's own page has no federation runtime.
      experiments: { externalRuntime: process.env.NODE_ENV === 'production' },
    }),
  ],
  output: {
    // Files are next to the entry, wherever the site serves the entry.
    assetPrefix: 'auto',
    // Each class begins with the screen's name, so that no two screens style the same element.
    cssModules: { localIdentName: 'whatson-[local]-[hash:base64:5]' },
    // The site keeps the source maps and names the line of an error.
    sourceMap: { js: 'hidden-source-map' },
  },
  // Every file has a hash, which the browser compares before it runs the file.
  security: { sri: { enable: true } },
});
