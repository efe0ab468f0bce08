import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { remoteConfig } from '@enfilade/shared-contracts/build/remote-build';
import { createRsbuild } from '@rsbuild/core';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { writeBuild } from './testing/built-remote.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from './testing/temporary-registry.ts';

let temporary: TemporaryRegistry;
beforeEach(async () => {
  temporary = await openTemporaryRegistry();
});
afterEach(() => temporary.close());

/** Builds the smallest of screens as a team does. @returns dist */
async function buildScreen(): Promise<string> {
  const folder = await writeBuild(
    await temporary.folder(),
    new Map([
      ['package.json', JSON.stringify({ name: '@enfilade/mfe-landing', version: '2.3.4' })],
      [
        'screen.tsx',
        `import styles from './screen.module.css';\nexport default () => <p className={styles.hello} />;\nexport const loadTexts = () => import('./texts/en.json');\n`,
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
});
