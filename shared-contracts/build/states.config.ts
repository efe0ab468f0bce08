import { existsSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

// `npm run dev` in a remote's folder and `npm run gallery` serve the states of views with this configuration. No host or server is needed.
const folder = process.cwd();
const contracts = path.resolve(import.meta.dirname, '..');
/** Exist only if the remote's folder is beside a host. */
const pageStyles = ['fonts.css', 'page.css']
  .map((file) => path.resolve(contracts, '../host/styles', file))
  .filter((file) => existsSync(file));
const importing = (names: string, file: string) => `import { ${names} } from ${JSON.stringify(file)};`;
const script = [
  importing('states', path.join(folder, 'testing/states.tsx')),
  importing('texts', path.join(folder, 'texts/texts.ts')),
  importing('showStates', path.join(contracts, 'remote/states-page')),
  `showStates({ states, texts }, document.getElementById('page'));`,
];

export default defineConfig({
  root: folder,
  plugins: [pluginReact()],
  source: {
    entry: { index: [...pageStyles, `data:text/javascript,${encodeURIComponent(script.join('\n'))}`] },
    define: { __REMOTE_NAME__: '"states"', __REMOTE_VERSION__: '"0.0.0"' },
  },
  html: { title: path.basename(folder), mountId: 'page' },
  server: { host: '127.0.0.1' },
});
