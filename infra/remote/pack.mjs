// Makes remote-VERSION.tgz, with which other repositories build, test and publish a screen. Equal sources make equal bytes.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { parse } from 'yaml';
import { packPackage } from '../tooling/pack-package.mjs';
import { findRemoteFolders } from '../tooling/remote-folders.mjs';
import { root } from '../tooling/workspace.mjs';

const here = import.meta.dirname;
export const packageFolder = path.join(here, '.cache/package');
const contracts = path.join(root, 'shared-contracts');
const entries = [
  ...['ui/screen-kit.ts', 'remote/testing/test-kit.ts', 'remote/states-page.tsx', 'kit/testing/fresh-page.ts'],
  ...['build/remote-build.ts', 'build/test-project.ts', 'build/states.config.ts', 'build/draw-first-paint.tsx'],
];
/** A team installs the peers that its screen uses. */
const peers = ['@rsbuild/core', '@rsbuild/plugin-react', '@rstest/core', '@testing-library/react', 'react', 'react-dom'];

/** @type {{ catalog: Record<string, string> }} */
const { catalog } = parse(readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8'));
const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { name, version, license } = readJson('infra/remote/package.json');
const packageOf = (/** @type {string} */ specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
const write = (/** @type {string} */ file, /** @type {string} */ text) => {
  mkdirSync(path.dirname(path.join(packageFolder, file)), { recursive: true });
  writeFileSync(path.join(packageFolder, file), text);
};

/** @returns {import('@rsbuild/core').RsbuildPlugin} */
export const packRemote = () => ({
  name: 'enfilade-pack',
  setup: (api) => api.onAfterBuild(packAll),
});

function packAll() {
  for (const each of readdirSync(packageFolder)) if (each !== 'programs') rmSync(path.join(packageFolder, each), { recursive: true });
  const wanted = new Set([...copyContracts(), ...importsOfPrograms()]);
  copyOthers();
  write('package.json', `${JSON.stringify(describePackage(wanted), null, 2)}\n`);
  packPackage(packageFolder, path.join(here, 'dist'));
}

/** @returns {Set<string>} the packages that the compiled modules import */
function copyContracts() {
  const found = new Set(entries);
  /** @type {Set<string>} */
  const packages = new Set();
  for (const file of found) {
    const code = compile(file);
    write(`contracts/${file.replace(/\.tsx?$/, '.js')}`, code);
    const imported = /\.(tsx?|mjs)$/.test(file) ? ts.preProcessFile(code, true, true).importedFiles : [];
    for (const { fileName } of imported) {
      if (fileName.startsWith('.')) found.add(sourceOf(file, fileName));
      else packages.add(packageOf(fileName));
    }
  }
  return packages;
}

/** @param {string} file */
function compile(file) {
  const text = readFileSync(path.join(contracts, file), 'utf8');
  if (!/\.tsx?$/.test(file)) return text;
  const compilerOptions = {
    ...{ module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX },
    ...{ verbatimModuleSyntax: true, rewriteRelativeImportExtensions: true },
  };
  return ts.transpileModule(text, { fileName: file, compilerOptions }).outputText;
}

/** @param {string} file @param {string} imported as the emitted module names it */
function sourceOf(file, imported) {
  const target = path.posix.join(path.posix.dirname(file), imported);
  const candidates = [target, ...['.ts', '.tsx'].map((ending) => target.replace(/\.js$/, ending))];
  const source = candidates.find((each) => ts.sys.fileExists(path.join(contracts, each)));
  if (source === undefined) throw new Error(`${file} imports ${imported}, but that file does not exist.`);
  return source;
}

function importsOfPrograms() {
  const programs = readdirSync(path.join(packageFolder, 'programs')).map((file) =>
    readFileSync(path.join(packageFolder, 'programs', file), 'utf8'),
  );
  const imports = programs.flatMap((code) => [...code.matchAll(/^(?:import|export) .*?["']([@a-z][^"'\s]*)["'];?$/gm)]);
  return imports.map(([, specifier = '']) => packageOf(specifier)).filter((each) => !isBuiltin(each));
}

function copyOthers() {
  const copy = (/** @type {string} */ from, /** @type {string} */ to) =>
    cpSync(path.join(root, from), path.join(packageFolder, to), { recursive: true });
  copy('LICENSE', 'LICENSE');
  copy('infra/remote/README.md', 'README.md');
  copy('infra/remote/enfilade.mjs', 'enfilade.mjs');
  copy('infra/remote/types', 'types');
  copy('shared-contracts/build/remote-globals.d.ts', 'types/globals.d.ts');
  copy('infra/cli/templates', 'templates');
  rmSync(path.join(packageFolder, 'templates/checkout'), { recursive: true });
  // States render with the page's style, and `new --fills` lists the slots of these screens.
  for (const file of ['page.css', 'tokens.css']) copy(`host/styles/${file}`, `host/styles/${file}`);
  for (const { folder: remote, declaration } of findRemoteFolders(root))
    if ('slots' in declaration) copy(`${remote}/declaration.json`, `${remote}/declaration.json`);
}

/** @param {Set<string>} wanted */
function describePackage(wanted) {
  const versionOf = (/** @type {string} */ each) => {
    const found = catalog[each];
    if (found === undefined) throw new Error(`The package imports ${each}: add it to the catalog of pnpm-workspace.yaml.`);
    return [each, found];
  };
  const dependencies = [...wanted].filter((each) => !peers.includes(each) && catalog[each] !== undefined).sort();
  const js = (/** @type {string} */ types, /** @type {string} */ module) => ({
    types: `./types/${types}.d.ts`,
    default: `./contracts/${module}.js`,
  });
  return {
    ...{ name, version, license, type: 'module', bin: { enfilade: './enfilade.mjs' }, engines: { node: '>=20.19' } },
    sideEffects: ['*.css'],
    exports: {
      '.': js('index', 'ui/screen-kit'),
      './build': js('build', 'build/remote-build'),
      './testing': js('testing', 'remote/testing/test-kit'),
      './tests': js('tests', 'build/test-project'),
      './globals': { types: './types/globals.d.ts' },
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(dependencies.map(versionOf)),
    peerDependencies: Object.fromEntries(peers.map((each) => [each, catalog[each]?.replace(/^(\d+\.\d+)\..*/, '^$1.0')])),
    peerDependenciesMeta: Object.fromEntries(peers.map((each) => [each, { optional: true }])),
    // `enfilade new` writes these versions into a repository. The federation plugin has the version of the runtime.
    enfilade: {
      ...catalog,
      '@module-federation/rsbuild-plugin': catalog['@module-federation/enhanced'],
      '@enfilade/contract': readJson('infra/contract/package.json').version,
      '@enfilade/remote': version,
    },
  };
}
