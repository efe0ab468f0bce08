import path from 'node:path';
import { createBuildCollector } from '@enfilade/server/registry/publish/build-files';
import { checkBuild } from '@enfilade/server/registry/publish/check-build';
import { expect, it } from '@rstest/core';
import { repositoryRoot } from '../testing/repository-root.ts';
import { createTestFolder } from '../testing/test-folder.ts';
import { adaptRemote } from './dev-build.ts';
import { type BuiltFiles, inspectLocalBuild } from './local-builds.ts';
import { watchBuild } from './workbench.ts';

const { at } = createTestFolder();

async function buildLanding(isHot: boolean): Promise<BuiltFiles> {
  const folder = path.join(repositoryRoot, 'mfe-landing');
  const outDir = at(`hot-${isHot}`);
  let built: BuiltFiles = new Map();
  const { close } = await watchBuild({
    folder,
    outDir,
    adapt: (config) => adaptRemote(config, { folder, outDir, isHot }),
    onBuilt: async ({ files }) => {
      built = await files();
    },
    onFailed(cause) {
      throw cause;
    },
  });
  await close();
  return built;
}

it('a development build has React Refresh only if the page supports it, and the registry refuses the build', async () => {
  for (const isHot of [true, false]) {
    const files = await buildLanding(isHot);
    const scripts = [...files].filter(([file]) => file.endsWith('.js')).map(([, bytes]) => bytes.toString('utf8'));
    expect(scripts.some((script) => script.includes('performReactRefresh'))).toBe(isHot);
    expect(scripts.some((script) => script.includes('jsxDEV'))).toBe(isHot);
    const inspected = inspectLocalBuild('landing', files);
    if (!('build' in inspected)) throw new Error(inspected.problems.join('\n'));
    const collector = createBuildCollector();
    for (const [file, bytes] of files) if (collector.accepts(file, bytes.length)) collector.add(file, bytes);
    const { build, problems } = checkBuild(collector.files, { name: 'landing' });
    expect(build).toBeUndefined();
    expect(problems.map(({ message }) => message).join()).toMatch(/remoteEntry\.js does not contain the hash of/);
  }
});
