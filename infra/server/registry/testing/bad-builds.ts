import { randomBytes } from 'node:crypto';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import { buildLimits } from '../publish/build-files.ts';
import { editJson, type Files, reactScript, remoteFiles, sealEntry } from './built-remote.ts';

interface BadBuild {
  what: string;
  files(): Files;
  message: RegExp;
}

const description = 'enfilade-remote.json';
const manifest = 'mf-manifest.json';

const without = (file: string): Files => {
  const files = remoteFiles();
  files.delete(file);
  return files;
};
const withFile = (file: string, contents: string | Buffer): Files => remoteFiles().set(file, contents);
/** The same, and the entry vouches for it. */
const withSealed = (file: string, contents: string | Buffer): Files => sealEntry(withFile(file, contents));
const withDescription = (change: object): Files => editJson(remoteFiles(), description, (value) => Object.assign(value, change));
/** Changes one part of the manifest; `part` leads to it. */
const withManifest = (part: string[], change: object): Files =>
  editJson(remoteFiles(), manifest, (value) => {
    const target = part.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], value);
    Object.assign(target as object, change);
  });
const react = ['shared', '0'];

function crowded(): Files {
  const names = Array.from({ length: 16 }, (_, at) => `static/js/${at}.js`);
  const files = withManifest(['exposes', '0', 'assets', 'js'], { sync: names });
  for (const name of names) files.set(name, '1');
  return sealEntry(files);
}

const withFirstPaints = (names: readonly string[]): Files =>
  new Map([...remoteFiles(), ...names.map((name) => [name, '<p>x</p>'] as const)]);
const map = (change: object = {}) => JSON.stringify({ version: 3, sources: ['screen.tsx'], names: [], mappings: 'AAAA', ...change });
const ownMap = 'static/js/async/screen.5f2c.js.map';
const listed: BadBuild[] = [
  { what: 'a map that is none', files: () => withFile(ownMap, '{"version":3}'), message: /is no source map of version 3/ },
  {
    what: 'the map of no script',
    files: () => withFile('static/js/gone.js.map', map()),
    message: /map of a script that the build has not/,
  },
  {
    what: 'a map that says where it was built',
    files: () => withFile(ownMap, map({ sources: ['screen.tsx', '/home/ci/visit/screen.tsx'] })),
    message: /names a path of the machine it was built on \(\/home\/ci/,
  },
  {
    what: 'a map that is too large',
    files: () => withFile(ownMap, map({ mappings: 'A'.repeat(buildLimits.map) })),
    message: /has 6\d{6} bytes and may have 6000000/,
  },
  {
    what: 'a first paint with a script',
    files: () => withFile('first-paint/en.html', '<p>x</p><script>1</script>'),
    message: /^"first-paint\/en\.html" holds <script>, which no first paint may; build it with the preset/,
  },
  {
    what: 'a first paint with a handler',
    files: () => withFile('first-paint/en.several.html', '<p onclick="x()">x</p>'),
    message: /^"first-paint\/en\.several\.html" has the attribute onclick on <p>/,
  },
  {
    what: 'a first paint whose style fetches',
    files: () => withFile('first-paint/de.html', '<style>a{background:url(//a.example)}</style>'),
    message: /has "url\(" in its style/,
  },
  ...[
    'h1',
    '.landing-card, a > b',
    ':root',
    '.other-card h1',
    '@media print { * }',
    '@layer page { p }',
    ':is(.landing-a, h2)',
    ':not(.landing-a)',
    '1%',
  ].map((selector) => ({
    what: `a style for ${selector}`,
    files: () => withSealed('static/css/async/more.1.css', `${selector}{color:red}`.replace('}{color:red}', '{color:red}}')),
    message: /^"static\/css\/async\/more\.1\.css" has a rule for elements that are not of landing alone \([^)]+/,
  })),
  {
    what: 'a first paint of no language',
    files: () => withFirstPaints(['first-paint/it.html']),
    message: /^"first-paint\/it\.html" is named as no first paint is; use the name of its language/,
  },
  {
    what: 'a first paint that is too large',
    files: () => withFile('first-paint/en.html', 'x'.repeat(32_769)),
    message: /has 32769 bytes and may have 32768/,
  },
  {
    what: 'more first paints than there can be',
    files: () => withFirstPaints(Array.from({ length: 41 }, (_, at) => `first-paint/en.${at}.html`)),
    message: /has 41 first paints and may have 40/,
  },
];

const described: BadBuild[] = [
  { what: 'no description', files: () => without(description), message: /no enfilade-remote\.json; build the remote with the preset/ },
  { what: 'a description with more in it', files: () => withDescription({ owner: 'me' }), message: /not valid at "" \(Unrecognized key/ },
  { what: 'another name', files: () => remoteFiles({ name: 'visit' }), message: /calls itself "visit"/ },
  { what: 'a version that is none', files: () => remoteFiles({ version: '1.0' }), message: /not valid at "version"/ },
  { what: 'build metadata in its version', files: () => remoteFiles({ version: '1.0.0+7' }), message: /not valid at "version"/ },
  { what: 'a contract this site does not run', files: () => remoteFiles({ contract: '^3.0.0' }), message: /built for contract \^3\.0\.0/ },
  { what: 'a contract that is no range', files: () => remoteFiles({ contract: 'whatever' }), message: /no range of versions/ },
  {
    what: 'a contract no page can read',
    files: () => remoteFiles({ contract: '>=1 <2' }),
    message: /no range of versions a page can read/,
  },
  {
    what: 'no fingerprint of its contract',
    files: () => withDescription({ contractFingerprint: undefined }),
    message: /does not say which contract it was built against; build it with the preset/,
  },
  {
    what: 'a fingerprint without the number of its contract',
    files: () => withDescription({ contractVersion: undefined }),
    message: /does not say which contract/,
  },
  {
    what: 'another contract of the same number',
    files: () => withDescription({ contractFingerprint: 'f'.repeat(32) }),
    message: /contract that calls itself \S+ but is another one; build it with the shared-contracts \S+ that was released\.$/,
  },
  {
    what: 'a contract that was never released',
    files: () => withDescription({ contractVersion: '1.0.1' }),
    message: /calls itself 1\.0\.1, which this site does not know/,
  },
  {
    what: 'a fingerprint that is none',
    files: () => withDescription({ contractFingerprint: 'abc' }),
    message: /not valid at "contractFingerprint"/,
  },
];

const federated: BadBuild[] = [
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

const filed: BadBuild[] = [
  { what: 'no entry', files: () => without('remoteEntry.js'), message: /no remoteEntry\.js; set "filename"/ },
  { what: 'an empty entry', files: () => withFile('remoteEntry.js', ''), message: /no remoteEntry\.js/ },
  {
    what: 'an entry over its budget',
    files: () => sealEntry(remoteFiles(), randomBytes(11_000).toString('base64')),
    message: /^remoteEntry\.js has \d+ bytes after gzip and may have 10000 \(remoteEntry\.js \d+\); share only react/,
  },
  {
    what: 'a first view over its budget',
    files: () => withSealed('static/css/async/screen.91aa.css', `/*${randomBytes(47_000).toString('base64')}*/`),
    message: /^The first view of landing has \d+ bytes .* 46000 \(static\/css\/async\/screen\.91aa\.css \d+, .*\); load with import\(\)/,
  },
  {
    what: 'too many scripts in all',
    files: () => withSealed('static/js/async/more.ab.js', randomBytes(91_000)),
    message: /^All of landing has \d+ bytes .* 90000 \(static\/js\/async\/more\.ab\.js \d+, .*\); leave out/,
  },
  {
    what: 'a chunk that the manifest names and the build has not',
    files: () => without('static/js/async/texts-en.ab12.js'),
    message: /not in the build/,
  },
  { what: 'more initial files than a set can hold', files: crowded, message: /needs 17 scripts/ },
  {
    what: 'a chunk its entry does not vouch for',
    files: () => withFile('static/js/async/late.js', 'alert(1)'),
    message: /does not hold the hash of "static\/js\/async\/late\.js"; switch security\.sri on/,
  },
  {
    what: 'a style that was changed after the build',
    files: () => withFile('static/css/async/screen.91aa.css', '.landing-screen { color: blue }'),
    message: /does not hold the hash of "static\/css/,
  },
  {
    what: 'a file of an unknown kind',
    files: () => withFile('notes.txt', 'hello'),
    message: /"notes\.txt" is of a kind that is not served/,
  },
];

const withOwnReact = (file = reactScript, contents: string | Buffer = 'var i={enqueueReplaceState:function(){}}'): Files =>
  sealEntry(remoteFiles({ ownReact: '18.3.1' }).set(file, contents));

const mounted: BadBuild[] = [
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

/** Builds that the gate refuses as `landing`. */
export const badBuilds: readonly BadBuild[] = [...described, ...federated, ...mounted, ...filed, ...listed];
