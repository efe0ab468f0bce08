import { readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';
import { createRsbuild } from '@rsbuild/core';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { Ajv } from 'ajv';
import { writeBuild } from './testing/built-remote.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from './testing/temporary-registry.ts';

let temporary: TemporaryRegistry;
beforeEach(async () => {
  temporary = await openTemporaryRegistry();
});
afterEach(() => temporary.close());

const schemas = path.join(path.dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')), 'res/schema');
/** Under the address that the others call it by. */
const schema = (name: string) => {
  const file = `${name}.SNAPSHOT.schema.json`;
  return { ...JSON.parse(readFileSync(path.join(schemas, file), 'utf8')), $id: `http://cyclonedx.org/schema/${file}` };
};
const isCycloneDx = new Ajv({ strict: false, validateFormats: false, schemas: ['spdx', 'jsf-0.82'].map(schema) }).compile(
  schema('bom-1.6'),
);

/** Builds the smallest of screens as a team does. @returns dist */
async function buildScreen(): Promise<string> {
  const folder = await writeBuild(
    await temporary.folder(),
    new Map([
      ['package.json', JSON.stringify({ name: '@enfilade/mfe-landing', version: '2.3.4' })],
      [
        'screen.tsx',
        `import { useStore } from 'zustand';\nimport styles from './screen.module.css';\nexport default () => <p className={styles.hello} title={String(useStore)} />;\nexport const loadTexts = () => import('./texts/en.json');\n`,
      ],
      ['screen.module.css', '.hello { color: red }'],
      ['texts/en.json', '{"hello":"hello"}'],
    ]),
  );
  await symlink(path.resolve(import.meta.dirname, '../../../shared-contracts/node_modules'), path.join(folder, 'node_modules'));
  const rsbuild = await createRsbuild({ cwd: folder, rsbuildConfig: { ...remoteConfig({ name: 'landing', folder }), logLevel: 'error' } });
  await rsbuild.build();
  return path.join(folder, 'dist');
}

describe('a screen built with the preset', () => {
  it('passes the gate as it comes out of the build', async () => {
    const folder = await buildScreen();
    const { version } = await temporary.registry().publish({ name: 'landing', folder, actor: 'tests' });
    expect(version).toMatch(/^2\.3\.4-dev\.[0-9a-f]{8}$/);
    await temporary.registry().pin({ museumId: '*', name: 'landing', version, expected: null, actor: 'tests' });
    const { landing } = temporary.registry().releaseSet('*').remotes;
    expect(landing?.shared).toHaveProperty('react/jsx-runtime');
    expect(landing?.initial.map((file) => path.extname(file))).toEqual(['.css', '.js']);
    expect(Object.keys(landing?.integrity ?? {})).toHaveLength(4);
  });

  it('says what it consists of, as CycloneDX has it, and keeps its texts, none of which is served', async () => {
    const folder = await buildScreen();
    const registry = temporary.registry();
    const { version } = await registry.publish({ name: 'landing', folder, actor: 'tests' });
    const bill = await registry.billOfMaterials({ name: 'landing', version });
    expect([isCycloneDx(bill), isCycloneDx.errors]).toEqual([true, null]);
    const { packages, texts, files } = await registry.versionDetails({ name: 'landing', version });
    expect(packages).toMatchObject([{ name: 'zustand', version: expect.stringMatching(/^5\./), licence: 'MIT' }]);
    expect(Object.values(packages?.[0]?.modules ?? {}).every((bytes) => bytes > 0)).toBe(true);
    expect(texts).toEqual({ en: { hello: 'hello' } });
    expect(Object.keys(files).filter((file) => file.includes('private') || file.endsWith('.json'))).toEqual([]);
    for (const file of ['private/sbom.cdx.json', 'sbom.cdx.json', '.private/sbom.cdx.json'])
      expect(registry.artifact('landing', version, file)).toBeUndefined();
  });
});
