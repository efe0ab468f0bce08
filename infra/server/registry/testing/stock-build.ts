import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { integrityOf } from '../../http/kit.ts';
import { contractHistory } from '../publish/build-files.ts';
import { declarationOf, editJson, type Files } from './built-remote.ts';

export interface StockOptions {
  name?: string;
  version?: string;
  /** 2 means a screen that mounts itself. */
  contract?: 1 | 2;
  container?: string;
}

export const stockEntry = 'static/js/glass.4f1d.js';
export const stockScreen = 'static/js/async/__federation_expose_screen.5f2c.js';
export const stockStyle = 'static/css/async/__federation_expose_screen.91aa.css';
const lateScript = 'static/js/async/4.8a1b.js';
export const stockFallback = 'static/js/async/9.77cc.js';

export function stockFiles({ name = 'glass', version = '1.0.0', contract = 1, container = 'glass' }: StockOptions = {}): Files {
  const shared = (of: string) => ({
    ...{ id: `${container}:${of}`, name: of, version: '19.3.1', singleton: true, requiredVersion: '^19.0.0', fallback: '' },
    assets: { js: { sync: [stockFallback], async: [] }, css: { sync: [], async: [] } },
  });
  const manifest = {
    id: container,
    name: container,
    metaData: {
      ...{ name: container, type: 'app', globalName: container, pluginVersion: '2.9.2', publicPath: 'auto' },
      remoteEntry: { name: stockEntry, path: '', type: 'global' },
    },
    shared: contract === 2 ? [] : ['react', 'react-dom'].map(shared),
    remotes: [],
    exposes: [
      {
        id: `${container}:screen`,
        name: 'screen',
        path: './screen',
        assets: { js: { sync: [stockScreen], async: [lateScript] }, css: { sync: [stockStyle], async: [] } },
      },
    ],
  };
  const built = contract === 2 ? mountContractVersion : contractVersion;
  const facts = { contract: `^${built}`, contractVersion: built, contractFingerprint: contractHistory.get(built) };
  const files: Files = new Map<string, string | Buffer>([
    [stockScreen, 'export default () => null;'],
    [stockStyle, `.${name}-screen { color: red }`],
    [lateScript, '/* late */'],
    [stockFallback, 'var i={enqueueReplaceState:function(){}}'],
    ['mf-manifest.json', JSON.stringify(manifest)],
    ['enfilade-remote.json', JSON.stringify({ name, version, ...facts, declaration: declarationOf(name) })],
  ]);
  return sealStock(files, `var ${container};${container}={init(){},get(){}}`);
}

/** The entry contains `code` and the hashes of all other scripts and styles. */
export function sealStock(files: Files, code: string): Files {
  const loaded = [...files].filter(([file]) => /\.(?:js|css)$/.test(file) && file !== stockEntry);
  const hashes = loaded.map(([, contents]) => integrityOf(Buffer.from(contents)));
  return new Map(files).set(stockEntry, `${code};/* ${hashes.join(' ')} */`);
}

export const withStockManifest = (edit: (manifest: StockManifest) => unknown, files = stockFiles()): Files =>
  editJson(files, 'mf-manifest.json', (value) => void edit(value as unknown as StockManifest));

interface StockManifest {
  metaData: Record<string, unknown> & { remoteEntry: Record<string, unknown> };
  shared: Record<string, unknown>[];
  remotes: unknown[];
  exposes: { path: string; assets: Record<'js' | 'css', Record<'sync' | 'async', string[]>> }[];
}
