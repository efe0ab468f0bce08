import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from '@rstest/core';
import { ofEachTest } from '../../database/testing/of-each-test.ts';
import { type BuildFiles, hashedFiles } from '../state/releases.ts';
import { editJson, type Files, remoteFiles, sealEntry, writeBuild } from '../testing/built-remote.ts';
import { openTemporaryRegistry } from '../testing/temporary-registry.ts';
import { checkBuild } from './check-build.ts';
import { readFolder } from './read-build.ts';

const readBuild = async (files: Files) => readFolder(await writeBuild(await temporary.folder(), files));

const servedOf = (files: BuildFiles) => new Map([...files].filter(([file]) => !/^(?:enfilade-remote|mf-manifest)\.json$/.test(file)));

const temporary = ofEachTest(openTemporaryRegistry);

const publish = async (files: Files, name = 'landing') =>
  temporary.registry().publish({ name, folder: await writeBuild(await temporary.folder(), files), actor: 'tests' });

it('styles, hashes and sizes of a published version are not checked again, and everything else is', async () => {
  const files = await readBuild(sealEntry(remoteFiles().set('static/css/async/more.1.css', 'body{color:red}')));
  const published = (of: Map<string, Buffer>) => (version: string) => (version === '1.0.0' ? hashedFiles(of) : undefined);
  const validate = (build: BuildFiles, before?: BuildFiles) =>
    checkBuild(build, { name: 'landing', ...(before && { publishedFiles: published(before) }) }).problems.map(({ message }) => message);
  expect(validate(files)).toEqual([expect.stringMatching(/more\.1\.css/)]);
  expect(validate(files, new Map([...servedOf(files), ['another.js', Buffer.from('')]]))).toEqual(validate(files));
  expect(validate(files, servedOf(files))).toEqual([]);
  const undescribed = await readBuild(editJson(remoteFiles(), 'mf-manifest.json', (manifest) => (manifest['shared'] = [])));
  expect(validate(undescribed, servedOf(undescribed))).toEqual(validate(undescribed));
  expect(validate(undescribed)).not.toEqual([]);
});

it('publish accepts rules for the screen’s elements or their containers, and at-rules that are conditions or define names of the screen', async () => {
  const rules = [
    '.landing-a:hover>b,:is(.landing-a,.landing-b) i,[role=log]:has(.landing-a){color:red}@keyframes landing-x{from{top:0}}',
    '@media print{.landing-a{&:focus{top:0}}}',
    '@charset "utf-8";@layer landing-a,landing-b.c;@layer{.landing-a{top:0}}@layer landing-a{.landing-a{top:0}}',
    '@property --landing-turn{syntax:"<angle>";inherits:false;initial-value:0deg}@position-try --landing-below{top:0}',
    '@font-face{font-family:"landing-serif";src:url(a.woff2)}@font-palette-values --landing-a{font-family:landing-serif}',
    '@font-feature-values landing-serif{@styleset{nice:1}}@counter-style landing-dots{system:cyclic;symbols:x}',
    '@-webkit-keyframes landing-x{from{top:0}}@page landing-card{margin:0;@top-left{content:"x"}}',
    '@supports (top:0){@container x (width>1px){@starting-style{.landing-a{top:0}}}}@scope (.landing-a){.landing-b{top:0}}',
  ];
  expect(await publish(sealEntry(remoteFiles().set('static/css/async/more.1.css', rules.join('\n'))))).toMatchObject({
    version: '1.0.0',
  });
});

it('files of the operating system in the folder are ignored', async () => {
  const left = ['.DS_Store', 'static/js/Thumbs.db', 'private/texts/._de.json', 'desktop.ini'].map((name) => [name, ''] as const);
  expect(await readBuild(new Map([...remoteFiles(), ...left]))).toEqual(await readBuild(remoteFiles()));
});

it('publish accepts unknown keys of later federation releases', async () => {
  const files = editJson(remoteFiles(), 'mf-manifest.json', (manifest) => Object.assign(manifest, { future: { key: 1 } }));
  expect(await publish(files)).toEqual({ version: '1.0.0', alreadyThere: false });
});

it('publish stores first paints with hashes, without other HTML and without entries in the release set', async () => {
  const drawn = '<main><h1>{{museum.name}}</h1></main>';
  const { version } = await publish(new Map([...remoteFiles(), ['first-paint/en.several.html', drawn]]));
  const find = (file: string) => temporary.registry().artifact('landing', version, file);
  const found = find('first-paint/en.several.html');
  expect(await readFile(found?.path ?? '', 'utf8')).toBe(drawn);
  expect(found?.integrity).toBe(`sha384-${createHash('sha384').update(drawn).digest('base64')}`);
  expect(find('index.html')).toBeUndefined();
  expect(await temporary.registry().firstPaints('landing', version)).toMatchObject({
    styles: [{ href: '/remotes/landing/1.0.0/static/css/async/screen.91aa.css' }],
    paints: {
      'en.several': {
        body: { pieces: ['<main>', { needs: ['museum.name'], pieces: ['<h1>', { slot: 'museum.name' }, '</h1>'] }, '</main>'] },
      },
    },
  });
  await temporary.registry().pin({ museumId: '*', name: 'landing', version, expected: null, actor: 'tests' });
  expect(JSON.stringify(temporary.registry().releaseSet('*'))).not.toContain('first-paint');
});

it('the size of a screen includes the texts of one language', async () => {
  const texts = ['de', 'en', 'fr'].map((language): [string, Buffer] => [`static/js/async/texts-${language}.ab12.js`, randomBytes(20_000)]);
  const publishing = publish(sealEntry(new Map([...remoteFiles(), ...texts])));
  expect(await publishing).toEqual({ version: '1.0.0', alreadyThere: false });
});

it('a screen that shares only the JSX runtime of React gets the range of the runtime for React', async () => {
  const files = editJson(remoteFiles(), 'mf-manifest.json', (manifest) => {
    manifest['shared'] = [{ name: 'react/jsx-runtime', singleton: true, version: '', requiredVersion: '^19.3.0' }];
  });
  const { version } = await publish(files);
  await temporary.registry().pin({ museumId: '*', name: 'landing', version, expected: null, actor: 'tests' });
  expect(temporary.registry().releaseSet('*').remotes['landing']?.shared).toEqual({ react: '^19.3.0', 'react/jsx-runtime': '^19.3.0' });
});
