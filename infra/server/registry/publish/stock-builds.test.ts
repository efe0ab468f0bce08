import { randomBytes } from 'node:crypto';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { ofEachTest } from '../../database/testing/of-each-test.ts';
import { declarationOf, editJson, type Files, writeBuild } from '../testing/built-remote.ts';
import { sealStock, stockEntry, stockFallback, stockFiles, stockScreen, stockStyle, withStockManifest } from '../testing/stock-build.ts';
import { openTemporaryRegistry } from '../testing/temporary-registry.ts';
import { createBuildCollector } from './build-files.ts';
import { checkBuild } from './check-build.ts';

const noAssets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

function problemsOf(files: Files): string[] {
  const collector = createBuildCollector();
  try {
    for (const [file, contents] of files) {
      const bytes = Buffer.from(contents);
      if (collector.accepts(file, bytes.length)) collector.add(file, bytes);
    }
  } catch (error) {
    return [(error as Error).message];
  }
  return checkBuild(collector.files).problems.map(({ message }) => message);
}

const temporary = ofEachTest(openTemporaryRegistry);
const publish = async (files: Files, name = 'glass') =>
  temporary.registry().publish({ name, folder: await writeBuild(await temporary.folder(), files), actor: 'tests' });
const pin = (name: string) => temporary.registry().pin({ museumId: '*', name, version: '1.0.0', expected: null, actor: 'tests' });

it('the set of a published stock build has container, entry and the hash of every script and style', async () => {
  await publish(stockFiles());
  await pin('glass');
  const { glass } = temporary.registry().releaseSet('*').remotes;
  expect(glass).toMatchObject({ container: 'glass', entry: `/remotes/glass/1.0.0/${stockEntry}`, shared: { react: '^19.0.0' } });
  expect(Object.keys(glass?.integrity ?? {})).toHaveLength(5);
});

it('a second screen with the same container cannot be pinned', async () => {
  await publish(stockFiles());
  await publish(stockFiles({ name: 'shop' }), 'shop');
  await pin('glass');
  await expect(pin('shop')).rejects.toThrow(
    'has a container "glass" already, of glass; change the "name" of the container of shop, or let the museum leave glass out.',
  );
});

it('a stock build that mounts itself may share nothing', () => {
  expect(problemsOf(stockFiles({ contract: 2 }))).toEqual([]);
});

it('a stock build may name no range or any range that contains the host’s version', () => {
  for (const requiredVersion of ['^undefined', '>=18 <20', '19.x', '*', hostOffer.shared['react']])
    expect(problemsOf(withStockManifest(({ shared: [react] }) => Object.assign(react ?? {}, { requiredVersion })))).toEqual([]);
});

it('stock builds of every minor version of the plugin are accepted', () => {
  for (const pluginVersion of ['2.0.0', '2.99.0'])
    expect(problemsOf(withStockManifest(({ metaData }) => Object.assign(metaData, { pluginVersion })))).toEqual([]);
});

it('the size of a stock build excludes the container’s runtime and unused copies', () => {
  const files = stockFiles().set(stockFallback, `enqueueReplaceState${randomBytes(95_000).toString('base64')}`);
  expect(problemsOf(sealStock(files, `var glass='${randomBytes(25_000).toString('base64')}'`))).toEqual([]);
  expect(problemsOf(sealStock(stockFiles(), `var glass='${randomBytes(50_000).toString('base64')}'`))).toEqual([
    expect.stringMatching(/^static\/js\/glass\.4f1d\.js has \d+ bytes after gzip, but the limit is 45000/),
  ]);
});

it('a stock build may share only react/jsx-runtime, and the refusal of a build without shared React mentions react/jsx-runtime', () => {
  const withShared = (names: readonly string[]) =>
    withStockManifest((manifest) => {
      manifest.shared = names.map((name) => ({ ...manifest.shared[0], name }));
    });
  expect(problemsOf(withShared(['react/jsx-runtime']))).toEqual([]);
  expect(problemsOf(withShared([]))).toContainEqual(expect.stringContaining('a screen of JSX alone imports only react/jsx-runtime'));
});

it('all settings to change from the plugin’s defaults are reported at once', () => {
  const files = withStockManifest(
    ({ metaData, shared, exposes, remotes }) => {
      metaData['publicPath'] = '/';
      for (const each of shared) each['singleton'] = false;
      exposes.push({ path: './other', assets: noAssets });
      remotes.push({});
    },
    stockFiles().set(stockStyle, 'body { color: red }').set(stockEntry, 'var glass'),
  );
  const problems = problemsOf(files).join('\n');
  for (const setting of [
    'output.assetPrefix',
    'security.sri.enable',
    'expose "./screen" alone',
    'is not a singleton',
    '"remotes"',
    'has a class of',
  ])
    expect(problems).toContain(setting);
});

const breaks: Record<string, (word: string, n: number) => Files> = {
  'no manifest': () => edited((files) => files.delete('mf-manifest.json')),
  'a manifest cut off': (_, n) => edited((files) => files.set('mf-manifest.json', String(files.get('mf-manifest.json')).slice(0, n))),
  'an entry that is not there': (word) => withStockManifest(({ metaData }) => Object.assign(metaData.remoteEntry, { name: `${word}.js` })),
  'an entry outside the build': (word) => withStockManifest(({ metaData }) => Object.assign(metaData.remoteEntry, { path: `../${word}` })),
  'an entry of another host': (word) =>
    withStockManifest(({ metaData }) => Object.assign(metaData.remoteEntry, { path: `https://${word}.example` })),
  'files of another host': (word) =>
    withStockManifest(({ metaData }) => Object.assign(metaData, { publicPath: `https://${word}.example/` })),
  'an empty entry': () => edited((files) => files.set(stockEntry, '')),
  'an entry that leaves another global': (word) => sealStock(stockFiles(), `var other${word.replaceAll(/glass/g, '')}`),
  'an entry that is a module': (word) =>
    withStockManifest(({ metaData }) => Object.assign(metaData.remoteEntry, { type: `module${word}` })),
  'a container that is not a name': (word) => withStockManifest(({ metaData }) => Object.assign(metaData, { globalName: `${word}-ü` })),
  'an entry of five megabytes': () => edited((files) => files.set(stockEntry, Buffer.alloc(5_000_000))),
  'no screen': (word) => withStockManifest(({ exposes: [screen] }) => Object.assign(screen ?? {}, { path: `./${word}x` })),
  'a second expose': (word) => withStockManifest(({ exposes }) => exposes.push({ path: `./${word}2`, assets: noAssets })),
  'remotes of its own': (word) => withStockManifest(({ remotes }) => remotes.push({ federationContainerName: word })),
  'a chunk that is missing': () => edited((files) => files.delete(stockScreen)),
  'a chunk that was changed': (word) => edited((files) => files.set(stockScreen, `/* ${word} */`)),
  'a chunk of another name': (word) => withStockManifest(({ exposes: [screen] }) => screen?.assets.js.sync.push(`static/js/${word}1.js`)),
  'a name with an umlaut': (word) =>
    sealStock(
      edited((files) => files.set(`static/js/${word}Größe.js`, '')),
      'var glass',
    ),
  'a style of the whole page': (word) => resealed(`body, .${word}a { color: red }`),
  'another shared package': (word) => withStockManifest(({ shared: [react] }) => Object.assign(react ?? {}, { name: `${word}-kit` })),
  'a range that cannot be met': (_, n) =>
    withStockManifest(({ shared: [react] }) => Object.assign(react ?? {}, { requiredVersion: `^${20 + n}.0.0` })),
  'a React in its entry': (word) => sealStock(stockFiles(), `var glass='${word}enqueueReplaceState'`),
  'two Reacts': (word) =>
    sealStock(
      edited((files) => files.set(stockScreen, `'${word}enqueueReplaceState'`)),
      'var glass',
    ),
  'no React shared': () => withStockManifest((manifest) => Object.assign(manifest, { shared: [] })),
  'no description': () => edited((files) => files.delete('enfilade-remote.json')),
  'a path of the site': () =>
    editJson(stockFiles(), 'enfilade-remote.json', (value) =>
      Object.assign(value, { declaration: declarationOf('glass', { routes: ['/api'] }) }),
    ),
};
const edited = (edit: (files: Files) => unknown): Files => {
  const files = stockFiles();
  edit(files);
  return files;
};
const resealed = (style: string) =>
  sealStock(
    edited((files) => files.set(stockStyle, style)),
    'var glass',
  );

it('a stock build that is broken in any way is refused with one sentence for each problem', () => {
  const word = fc.stringMatching(/^[A-Za-z]{1,8}$/);
  forAll(fc.constantFrom(...Object.keys(breaks)), word, fc.nat(400), (how, letters, n) => {
    const problems = problemsOf(breaks[how]?.(letters, n) ?? new Map());
    expect(problems.length, how).toBeGreaterThan(0);
    for (const problem of problems) expect(problem, how).toMatch(/^[^\n]{20,500}\.$/);
  });
});
