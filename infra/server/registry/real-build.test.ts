import { readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';
import { mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { createRsbuild } from '@rsbuild/core';
import { expect, it } from '@rstest/core';
import { Ajv } from 'ajv';
import { ofEachTest } from '../database/testing/of-each-test.ts';
import { declarationOf, writeBuild } from './testing/built-remote.ts';
import { openTemporaryRegistry } from './testing/temporary-registry.ts';

const temporary = ofEachTest(openTemporaryRegistry);

const schemas = path.join(path.dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')), 'res/schema');
/** Other schemas use the address for references. */
const schema = (name: string) => {
  const file = `${name}.SNAPSHOT.schema.json`;
  return { ...JSON.parse(readFileSync(path.join(schemas, file), 'utf8')), $id: `http://cyclonedx.org/schema/${file}` };
};
const isCycloneDx = new Ajv({ strict: false, validateFormats: false, schemas: ['spdx', 'jsf-0.82'].map(schema) }).compile(
  schema('bom-1.6'),
);

/** @param modules folders of the screen's packages @returns the dist folder */
async function buildScreen(code: string, build: { contract?: 1 | 2; modules: Record<string, string> }): Promise<string> {
  const folder = await writeBuild(
    await temporary.folder(),
    new Map([
      ['package.json', JSON.stringify({ name: '@enfilade/mfe-landing', version: '2.3.4' })],
      ['declaration.json', JSON.stringify(declarationOf('landing'))],
      [
        'screen.tsx',
        `import { useStore } from 'zustand';\nimport styles from './screen.module.css';\nconst Screen = () => <p className={styles.hello} title={String(useStore)} />;\n${code}\nexport const loadTexts = () => import('./texts/en.json');\n`,
      ],
      ['screen.module.css', '.hello { color: red }'],
      ...['en', 'de', 'fr'].map((language) => [`texts/${language}.json`, '{"hello":"hello"}'] as const),
    ]),
  );
  await mkdir(path.join(folder, 'node_modules'));
  for (const [name, at] of Object.entries(build.modules)) await symlink(at, path.join(folder, 'node_modules', name));
  const { contract = 1 } = build;
  const config = remoteConfig({ name: 'landing', folder, contract });
  const rsbuild = await createRsbuild({ cwd: folder, rsbuildConfig: { ...config, logLevel: 'error' } });
  await rsbuild.build();
  return path.join(folder, 'dist');
}

const contracts = path.resolve(import.meta.dirname, '../../../shared-contracts');
const installed = (suffix = '') => ({
  react: path.join(contracts, `node_modules/react${suffix}`),
  zustand: path.join(contracts, 'node_modules/zustand'),
  'react-dom': path.join(contracts, `node_modules/react-dom${suffix}`),
});
const modules = installed();

it('a screen of the preset can be published without changes', async () => {
  const folder = await buildScreen('export default Screen;', { modules });
  const { version } = await temporary.registry().publish({ name: 'landing', folder, actor: 'tests' });
  expect(version).toMatch(/^2\.3\.4-dev\.[0-9a-f]{8}$/);
  await temporary.registry().pin({ museumId: '*', name: 'landing', version, expected: null, actor: 'tests' });
  const { landing } = temporary.registry().releaseSet('*').remotes;
  expect(landing?.shared).toHaveProperty('react/jsx-runtime');
  expect(landing?.initial.map((file) => path.extname(file))).toEqual(['.css', '.js']);
  expect(Object.keys(landing?.integrity ?? {})).toHaveLength(4);
});

it('a screen for contract 2 bundles its React if the page has another React', async () => {
  const code = `import { mountScreen } from '${contracts}/remote/mount-screen.tsx';\nexport const mount = mountScreen(Screen);`;
  const folder = await buildScreen(code, { contract: 2, modules: installed('-18') });
  const { version } = await temporary.registry().publish({ name: 'landing', folder, actor: 'tests' });
  const { shared, files } = temporary.registry().release('landing', version);
  expect(shared).toEqual({});
  expect(Math.max(...Object.values(files).map(({ bytes }) => bytes))).toBeGreaterThan(130_000);
});

it('a screen for contract 2 shares the page’s React if its package has the same React', async () => {
  const code = `import { mountScreen } from '${contracts}/remote/mount-screen.tsx';\nexport const mount = mountScreen(Screen);`;
  const folder = await buildScreen(code, { contract: 2, modules });
  await temporary.registry().publish({ name: 'landing', folder, actor: 'tests' });
  const [summary] = temporary.registry().listVersions('landing');
  expect(summary?.contract).toBe(`^${mountContractVersion}`);
  expect(temporary.registry().release('landing', summary?.version ?? '').shared).toHaveProperty('react-dom/client');
});

it('the published version has a valid CycloneDX bill of materials and texts, and serves neither', async () => {
  const folder = await buildScreen('export default Screen;', { modules });
  const registry = temporary.registry();
  const { version } = await registry.publish({ name: 'landing', folder, actor: 'tests' });
  const bill = await registry.billOfMaterials({ name: 'landing', version });
  expect([isCycloneDx(bill), isCycloneDx.errors]).toEqual([true, null]);
  const { texts, files } = await registry.versionDetails({ name: 'landing', version });
  const licenses = [{ license: { id: 'MIT' } }];
  expect(bill).toMatchObject({ components: [{ name: 'zustand', version: expect.stringMatching(/^5\./), licenses }] });
  expect(texts).toEqual({ en: { hello: 'hello' }, de: { hello: 'hello' }, fr: { hello: 'hello' } });
  expect(Object.keys(files).filter((file) => file.includes('private') || file.endsWith('.json'))).toEqual([]);
  for (const file of ['private/sbom.cdx.json', 'sbom.cdx.json', '.private/sbom.cdx.json'])
    expect(registry.artifact('landing', version, file)).toBeUndefined();
});
