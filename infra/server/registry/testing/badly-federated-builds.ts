import { randomBytes } from 'node:crypto';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import { editJson, type Files, reactScript, remoteFiles, sealEntry } from './built-remote.ts';
import { type BadBuild, manifest, withFile, withManifest, without, withSealed } from './edited-builds.ts';

const react = ['shared', '0'];

export const federated: BadBuild[] = [
  { what: 'no manifest', files: () => without(manifest), message: /no mf-manifest\.json/ },
  { what: 'a manifest that is no JSON', files: () => withFile(manifest, '<html>'), message: /mf-manifest\.json is not valid/ },
  { what: 'a manifest too large to be one', files: () => withFile(manifest, ' '.repeat(300_000)), message: /larger than/ },
  {
    what: 'no federation version',
    files: () => withManifest(['metaData'], { pluginVersion: 'next' }),
    message: /no version of federation/,
  },
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
    files: () => withManifest(react, { name: 'zod' }),
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
  {
    what: 'a newer federation than the host’s',
    files: () => withManifest(['metaData'], { pluginVersion: '2.99.0' }),
    message: /wants federation \^2\.99\.0 and this site's host has 1\.0\.0 and 2\./,
  },
  { what: 'no screen', files: () => withManifest(['exposes', '0'], { path: './other' }), message: /exposes no "\.\/screen"/ },
];

const withOwnReact = (file = reactScript, contents: string | Buffer = 'var i={enqueueReplaceState:function(){}}'): Files =>
  sealEntry(remoteFiles({ ownReact: '18.3.1' }).set(file, contents));

export const mounted: BadBuild[] = [
  {
    what: 'a React of its own and contract 1',
    files: () => remoteFiles({ ownReact: '18.3.1', contract: `^${contractVersion}` }),
    message: /shared package "react" comes along as a second copy, 18\.3\.1; share react/,
  },
  { what: 'a React of its own that is not there', files: () => withOwnReact(reactScript, 'var i'), message: /does not hold the React 18/ },
  {
    what: 'a React of its own in another chunk',
    files: () => withOwnReact('static/js/async/0.ff.js'),
    message: /"static\/js\/async\/0\.ff\.js" is no React that a page can keep apart from its own; build with the preset/,
  },
  {
    what: 'a chunk named as a React of its own beside the page’s',
    files: () => withSealed(reactScript, '1'),
    message: /"static\/js\/async\/own-react\.7e1c\.js" holds a React of its own, which breaks/,
  },
  {
    what: 'parts of two Reacts of its own',
    files: () =>
      editJson(withOwnReact(), manifest, (value) =>
        Object.assign((value['shared'] as object[])[1] ?? {}, { version: '18.2.0', requiredVersion: '18.2.0' }),
      ),
    message: /^Of React 18\.3\.1, which the build brings along, "react-dom" is another version; build with the preset/,
  },
  {
    what: 'a React of its own in a container of federation 2',
    files: () => editJson(withOwnReact(), manifest, (value) => Object.assign(value['metaData'] as object, { pluginVersion: '2.9.2' })),
    message: /^Only a container of federation 1\.0\.0 is given a React of its own; build with the preset/,
  },
  {
    what: 'more than a React in that of its own',
    files: () => withOwnReact(reactScript, `enqueueReplaceState${randomBytes(81_000).toString('base64')}`),
    message: /^The React of landing has \d+ bytes after gzip and may have 80000; build with the preset/,
  },
];
