import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';
import { mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { holdsOwnReact } from '@enfilade/shared-contracts/releases/release-set';
import { createRsbuild } from '@rsbuild/core';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { writeBuild } from './testing/built-remote.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from './testing/temporary-registry.ts';

let temporary: TemporaryRegistry;
beforeEach(async () => {
  temporary = await openTemporaryRegistry();
});
afterEach(() => temporary.close());

/** Builds the smallest of screens as a team does. @param modules what its packages are @returns dist */
async function buildScreen(code: string, build: { contract?: 1 | 2; modules: Record<string, string> }): Promise<string> {
  const folder = await writeBuild(
    await temporary.folder(),
    new Map([
      ['package.json', JSON.stringify({ name: '@enfilade/mfe-landing', version: '2.3.4' })],
      [
        'screen.tsx',
        `import styles from './screen.module.css';\nconst Screen = () => <p className={styles.hello} />;\n${code}\nexport const loadTexts = () => import('./texts/en.json');\n`,
      ],
      ['screen.module.css', '.hello { color: red }'],
      ['texts/en.json', '{"hello":"hello"}'],
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
  'react-dom': path.join(contracts, `node_modules/react-dom${suffix}`),
});
const modules = installed();

describe('a screen built with the preset', () => {
  it('passes the gate as it comes out of the build', async () => {
    const folder = await buildScreen('export default Screen;', { modules });
    const { version } = await temporary.registry().publish({ name: 'landing', folder, actor: 'tests' });
    expect(version).toMatch(/^2\.3\.4-dev\.[0-9a-f]{8}$/);
    await temporary.registry().pin({ museumId: '*', name: 'landing', version, expected: null, actor: 'tests' });
    const { landing } = temporary.registry().releaseSet('*').remotes;
    expect(landing?.shared).toHaveProperty('react/jsx-runtime');
    expect(landing?.initial.map((file) => path.extname(file))).toEqual(['.css', '.js']);
    expect(Object.keys(landing?.integrity ?? {})).toHaveLength(4);
  });

  it('for contract 2 brings along the React of its package, in a chunk that is known and weighed', async () => {
    const code = `import { mountScreen } from '${contracts}/remote/mount-screen.tsx';\nexport const mount = mountScreen(Screen);`;
    const folder = await buildScreen(code, { contract: 2, modules: installed('-18') });
    const { version } = await temporary.registry().publish({ name: 'landing', folder, actor: 'tests' });
    const [summary] = temporary.registry().listVersions('landing');
    expect(summary).toMatchObject({ contract: `^${mountContractVersion}`, ownReact: { version: '18.3.1' } });
    expect(summary?.ownReact?.bytes).toBeGreaterThan(30_000);
    await temporary.registry().pin({ museumId: '*', name: 'landing', version, expected: null, actor: 'tests', acceptPrice: true });
    const { landing } = temporary.registry().releaseSet('*').remotes;
    expect(new Set(Object.values(landing?.shared ?? {}))).toEqual(new Set(['18.3.1']));
    expect(landing?.initial.filter(holdsOwnReact)).toHaveLength(1);
  });

  it('for contract 2 is drawn by the page’s React where its package has that', async () => {
    const code = `import { mountScreen } from '${contracts}/remote/mount-screen.tsx';\nexport const mount = mountScreen(Screen);`;
    const folder = await buildScreen(code, { contract: 2, modules });
    await temporary.registry().publish({ name: 'landing', folder, actor: 'tests' });
    const [summary] = temporary.registry().listVersions('landing');
    expect([summary?.contract, summary?.ownReact]).toEqual([`^${mountContractVersion}`, undefined]);
  });
});
