import { type BadBuild, manifest, withFile, withManifest, without, withSealed } from './edited-builds.ts';

const react = ['shared', '0'];

export const federated: BadBuild[] = [
  { what: 'no manifest', files: () => without(manifest), message: /no mf-manifest\.json/ },
  { what: 'a manifest that is no JSON', files: () => withFile(manifest, '<html>'), message: /mf-manifest\.json is not valid/ },
  { what: 'a manifest too large to be one', files: () => withFile(manifest, ' '.repeat(300_000)), message: /larger than/ },
  {
    what: 'chunks loaded from elsewhere',
    files: () => withManifest(['metaData'], { publicPath: 'https://cdn.example/' }),
    message: /output\.assetPrefix/,
  },
  {
    what: "another version's container",
    files: () => withManifest(['metaData'], { globalName: 'landing' }),
    message: /container is not called enfilade_landing_1_0_0/,
  },
  {
    what: 'a shared package without a range',
    files: () => withManifest(react, { requiredVersion: 'latest!' }),
    message: /shared package "react" has no range/,
  },
  { what: 'a React that is no singleton', files: () => withManifest(react, { singleton: false }), message: /"react" is no singleton/ },
  {
    what: 'a React that comes along',
    files: () => withManifest(react, { version: '19.3.1' }),
    message: /second copy, 19\.3\.1; share react/,
  },
  { what: 'no React shared', files: () => withManifest([], { shared: [] }), message: /does not share react/ },
  {
    what: 'a shared package the host has not',
    files: () => withManifest(['shared'], { 2: { name: 'zod', version: '', singleton: true, requiredVersion: '^4.0.0' } }),
    message: /"zod" is none the host offers/,
  },
  {
    what: 'a React bundled into a chunk',
    files: () => withSealed('static/js/async/0.ff.js', 'var i={enqueueReplaceState:function(){}}'),
    message: /"static\/js\/async\/0\.ff\.js" holds a React of its own/,
  },
  {
    what: 'a range of React that the host’s is not in',
    files: () => withManifest(react, { requiredVersion: '^18.2.0' }),
    message: /wants react \^18\.2\.0 and this site's host has \d+\.\d+\.\d+; build it against react \d/,
  },
  { what: 'no screen', files: () => withManifest(['exposes', '0'], { path: './other' }), message: /exposes no "\.\/screen"/ },
];
