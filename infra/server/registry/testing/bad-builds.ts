import { randomBytes } from 'node:crypto';
import { buildLimits } from '../publish/build-files.ts';
import { badDeclarations } from './bad-declarations.ts';
import { federated } from './badly-federated-builds.ts';
import { type Files, remoteFiles, sealEntry } from './built-remote.ts';
import { type BadBuild, description, withDescription, withFile, withManifest, without, withSealed } from './edited-builds.ts';

function crowded(): Files {
  const names = Array.from({ length: 16 }, (_, at) => `static/js/${at}.js`);
  const files = withManifest(['exposes', '0', 'assets', 'js'], { sync: names });
  for (const name of names) files.set(name, '1');
  return sealEntry(files);
}

const withFirstPaints = (names: readonly string[]): Files =>
  new Map([...remoteFiles(), ...names.map((name) => [name, '<p>x</p>'] as const)]);
const map = (change: object = {}) => JSON.stringify({ version: 3, sources: ['screen.tsx'], names: [], mappings: 'AAAA', ...change });
const ownMap = 'private/maps/static/js/async/screen.5f2c.js.map';
const style = 'static/css/async/screen.91aa.css';
const listed: BadBuild[] = [
  {
    what: 'a style with one brace too many',
    files: () => withSealed(style, '.landing-screen { color: red } } .landing-other { color: blue }'),
    message: /is not valid from "\} \.landing-other/,
  },
  {
    what: 'a style that lost a colon',
    files: () => withSealed(style, '.landing-screen { color red; opacity: 0 }'),
    message: /is not valid from "red; opacity/,
  },
  { what: 'a map that is none', files: () => withFile(ownMap, '{"version":3}'), message: /is not a source map of version 3/ },
  {
    what: 'the map of no script',
    files: () => withFile('private/maps/static/js/gone.js.map', map()),
    message: /map of a script that the build does not contain/,
  },
  {
    what: 'a map with an absolute path',
    files: () => withFile(ownMap, map({ sources: ['screen.tsx', '/home/ci/visit/screen.tsx'] })),
    message: /names a path of the machine that built the map \(\/home\/ci/,
  },
  {
    what: 'a map that is too large',
    files: () => withFile(ownMap, map({ mappings: 'A'.repeat(buildLimits.map) })),
    message: /has 6\d{6} bytes, but the limit is 6000000/,
  },
  {
    what: 'a text that is missing in French',
    files: () => remoteFiles({ texts: { open: 'Open', seats_one: '1 seat' } }).set('private/texts/fr.json', '{"seats_many":"…"}'),
    message: /^texts\/fr\.json has no "open", which another language has/,
  },
  {
    what: 'texts in Windows-1252',
    files: () => remoteFiles({ texts: { open: 'Open' } }).set('private/texts/de.json', Buffer.from('{\n"open":"Geöffnet"}', 'latin1')),
    message: /^texts\/de\.json line 2 is not UTF-8; save the file as UTF-8 and build again\.$/,
  },
  {
    what: 'no texts in German',
    files: () => withFile('private/texts/en.json', '{"open":"Open"}'),
    message: /^The build has no texts\/de\.json of keys and texts/,
  },
  {
    what: 'a first paint with a script',
    files: () => withFile('first-paint/en.html', '<p>x</p><script>1</script>'),
    message: /^"first-paint\/en\.html" contains <script>, which is not allowed; build again with the preset/,
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
    '@layer { p }',
    ':is(.landing-a, h2)',
    ':not(.landing-a)',
    '1%',
  ].map((selector) => ({
    what: `a style for ${selector}`,
    files: () => withSealed('static/css/async/more.1.css', `${selector}{color:red}`.replace('}{color:red}', '{color:red}}')),
    message: /^"static\/css\/async\/more\.1\.css" has a rule for elements that are not of landing alone \([^)]+/,
  })),
  ...[
    '@property --text{syntax:"<color>";inherits:false;initial-value:red}',
    '@property --land{syntax:"*";inherits:false}',
    '@PROPERTY --landing/**/{syntax:"*";inherits:false}',
    '@p\\72operty --landing-a{syntax:"*";inherits:false}',
    '@font-face{font-family:"Fraunces Variable";src:local("x")}',
    '@font-face{font-family:landing-a;font-family:Serif;src:local("x")}',
    '@supports (color:red){@media print{@font-face{FONT-FAMILY:serif;src:local("x")}}}',
    '@font-feature-values landing-a,Serif{@styleset{x:1}}',
    '@font-palette-values --page{font-family:landing-a}',
    '@keyframes turn{from{top:0}}',
    '@-webkit-keyframes "turn"{from{top:0}}',
    '@counter-style decimal{system:cyclic;symbols:x}',
    '@layer reset;',
    '@layer landing-a,reset;',
    '@layer reset{.landing-a{top:0}}',
    '@position-try --below{top:0}',
    '@color-profile --page{src:url(x.icc)}',
    '@function --page(){result:1px}',
    '@view-transition{navigation:auto}',
    '@page{margin:0}',
    '@page :first{margin:0}',
    '@namespace svg url(http://www.w3.org/2000/svg);',
    '@import "more.css";',
    '@viewport{width:1px}',
    '@newer-than-this-check --landing-a{top:0}',
  ].map((rule) => ({
    what: `a style with ${rule}`,
    files: () => withSealed('static/css/async/more.1.css', `.landing-a{top:0}\n<!-- ${rule} -->`),
    message:
      /^"static\/css\/async\/more\.1\.css" has in line 2 a rule for the whole page \(@[^)]+.*; (?:give it a name that begins with|leave it out)/,
  })),
  {
    what: 'a first paint whose style defines a page-wide name',
    files: () => withFile('first-paint/de.html', '<style>@media print{@keyframes a{from{top:0}}}</style>'),
    message: /has "@keyframes" in its style/,
  },
  {
    what: 'first paints and a style with a relative address',
    files: () => withSealed(style, '.landing-screen{background:url(vault.svg)}').set('first-paint/en.html', '<p>x</p>'),
    message: /^"static\/css\/async\/screen\.91aa\.css" has a relative url\(\)/,
  },
  {
    what: 'a file that the site writes',
    files: () => withFile('private/first-paints.json', '{}'),
    message: /^"private\/first-paints\.json" is a name of a file that the site writes/,
  },
  {
    what: 'a first paint of no language',
    files: () => withFirstPaints(['first-paint/it.html']),
    message: /^"first-paint\/it\.html" is not a valid name of a first paint; use the name of its language/,
  },
  {
    what: 'a first paint that is too large',
    files: () => withFile('first-paint/en.html', 'x'.repeat(32_769)),
    message: /has 32769 bytes, but the limit is 32768/,
  },
  {
    what: 'too many first paints',
    files: () => withFirstPaints(Array.from({ length: 41 }, (_, at) => `first-paint/en.${at}.html`)),
    message: /has 41 first paints, but the limit is 40/,
  },
];

const described: BadBuild[] = [
  { what: 'no description', files: () => without(description), message: /no enfilade-remote\.json; build the remote with the preset/ },
  {
    what: 'an unknown key in the description',
    files: () => withDescription({ owner: 'me' }),
    message: /not valid at "" \(Unrecognized key/,
  },
  { what: 'another name', files: () => remoteFiles({ name: 'visit' }), message: /is named "visit"/ },
  { what: 'an invalid version', files: () => remoteFiles({ version: '1.0' }), message: /not valid at "version"/ },
  { what: 'build metadata in its version', files: () => remoteFiles({ version: '1.0.0+7' }), message: /not valid at "version"/ },
  {
    what: 'a contract that this site does not run',
    files: () => remoteFiles({ contract: '^3.0.0' }),
    message: /built for contract \^3\.0\.0/,
  },
  { what: 'a contract that is not a range', files: () => remoteFiles({ contract: 'whatever' }), message: /not a range of versions/ },
  {
    what: 'a range of contracts that no page can read',
    files: () => remoteFiles({ contract: '>=1 <2' }),
    message: /not a range of versions that a page can read/,
  },
  {
    what: 'no fingerprint of its contract',
    files: () => withDescription({ contractFingerprint: undefined }),
    message: /not valid at "contractFingerprint"/,
  },
  {
    what: 'a fingerprint without the number of its contract',
    files: () => withDescription({ contractVersion: undefined }),
    message: /not valid at "contractVersion"/,
  },
  {
    what: 'another contract of the same number',
    files: () => withDescription({ contractFingerprint: 'f'.repeat(32) }),
    message: /contract that has the number \S+ but differs from the release; build with the released shared-contracts \S+\.$/,
  },
  {
    what: 'a contract that was never released',
    files: () => withDescription({ contractVersion: '1.0.1' }),
    message: /has the number 1\.0\.1, which this site does not know/,
  },
  {
    what: 'an invalid fingerprint',
    files: () => withDescription({ contractFingerprint: 'abc' }),
    message: /not valid at "contractFingerprint"/,
  },
];

const filed: BadBuild[] = [
  { what: 'no entry', files: () => without('remoteEntry.js'), message: /no remoteEntry\.js; set "filename"/ },
  { what: 'an empty entry', files: () => withFile('remoteEntry.js', ''), message: /no remoteEntry\.js/ },
  {
    what: 'an entry over its budget',
    files: () => sealEntry(remoteFiles(), randomBytes(11_000).toString('base64')),
    message: /^remoteEntry\.js has \d+ bytes after gzip, but the limit is 10000 \(remoteEntry\.js \d+\); share only react/,
  },
  {
    what: 'a first view over its budget',
    files: () => withSealed('static/css/async/screen.91aa.css', `/*${randomBytes(49_000).toString('base64')}*/`),
    message: /^The first view of landing has \d+ bytes .* 48000 \(static\/css\/async\/screen\.91aa\.css \d+, .*\); load with import\(\)/,
  },
  {
    what: 'scripts over the budget of the screen',
    files: () => withSealed('static/js/async/more.ab.js', randomBytes(106_000)),
    message: /^All of landing has \d+ bytes .* 105000 \(static\/js\/async\/more\.ab\.js \d+, .*\); leave out/,
  },
  {
    what: 'a missing chunk that the manifest names',
    files: () => without('static/js/async/texts-en.ab12.js'),
    message: /not in the build/,
  },
  { what: 'more initial files than a set may have', files: crowded, message: /needs 17 scripts/ },
  {
    what: 'a chunk without a hash in its entry',
    files: () => withFile('static/js/async/late.js', 'alert(1)'),
    message: /does not contain the hash of "static\/js\/async\/late\.js"; switch security\.sri on/,
  },
  {
    what: 'a style that was changed after the build',
    files: () => withFile('static/css/async/screen.91aa.css', '.landing-screen { color: blue }'),
    message: /does not contain the hash of "static\/css/,
  },
  {
    what: 'a file of an unknown kind',
    files: () => withFile('notes.txt', 'hello'),
    message: /"notes\.txt" is of a kind that is not served/,
  },
];

export const badBuilds: readonly BadBuild[] = [...described, ...badDeclarations, ...federated, ...filed, ...listed];
