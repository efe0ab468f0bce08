import { type BadBuild, manifest, withFile, withManifest, without, withSealed } from './edited-builds.ts';

const react = ['shared', '0'];

export const federated: BadBuild[] = [
  { what: 'no manifest', files: () => without(manifest), message: /no mf-manifest\.json/ },
  { what: 'a manifest that is not JSON', files: () => withFile(manifest, '<html>'), message: /mf-manifest\.json is not valid/ },
  { what: 'a manifest that is too large', files: () => withFile(manifest, ' '.repeat(300_000)), message: /larger than/ },
  {
    what: 'chunks that load from another origin',
    files: () => withManifest(['metaData'], { publicPath: 'https://cdn.example/' }),
    message: /output\.assetPrefix/,
  },
  {
    what: "another version's container",
    files: () => withManifest(['metaData'], { globalName: 'landing' }),
    message: /container is not named enfilade_landing_1_0_0/,
  },
  {
    what: 'a shared package without a range',
    files: () => withManifest(react, { requiredVersion: 'latest!' }),
    message: /shared package "react" has no range/,
  },
  {
    what: 'a React that is not a singleton',
    files: () => withManifest(react, { singleton: false }),
    message: /"react" is not a singleton/,
  },
  {
    what: 'a bundled React',
    files: () => withManifest(react, { version: '19.3.1' }),
    message: /second copy, 19\.3\.1; share react/,
  },
  { what: 'no React shared', files: () => withManifest([], { shared: [] }), message: /does not share react/ },
  {
    what: 'a shared package that the host does not offer',
    files: () => withManifest(['shared'], { 2: { name: 'zod', version: '', singleton: true, requiredVersion: '^4.0.0' } }),
    message: /"zod" is not offered by the host/,
  },
  {
    what: 'a React bundled into a chunk',
    files: () => withSealed('static/js/async/0.ff.js', 'var i={enqueueReplaceState:function(){}}'),
    message: /"static\/js\/async\/0\.ff\.js" contains a second React/,
  },
  {
    what: 'a range without the host’s React',
    files: () => withManifest(react, { requiredVersion: '^18.2.0' }),
    message: /needs react \^18\.2\.0 and this site's host has \d+\.\d+\.\d+; build it against react \d/,
  },
  { what: 'no screen', files: () => withManifest(['exposes', '0'], { path: './other' }), message: /exposes no "\.\/screen"/ },
];
