import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { root } from '../scripts/workspace.mjs';
import { figure } from './figure.mjs';

/** What a visitor's set costs where many museums run many versions. @param {string} dataDir */
export async function measureResolve(dataDir) {
  const folder = path.join(dataDir, 'resolve');
  await bundle(folder);
  const args = ['--expose-gc', path.join(root, 'infra/tooling/bench/resolve-run.mjs'), folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  const { museums, versions, visitors, p50, p99, longest, megabytes } = JSON.parse(stdout);
  const times = `p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms, longest ${longest.toFixed(1)} ms, ${visitors} visitors`;
  figure(`set for a visitor, ${museums} museums, ${versions} versions of each remote`, times, '2 ms at p99', p99 <= 2);
  figure('the process that holds them', `${megabytes.toFixed(0)} MB RSS`, '250 MB', megabytes <= 250);
}

/** Modules of the registry that plain Node can load. @param {string} folder */
async function bundle(folder) {
  const registry = path.join(root, 'infra/server/registry');
  const rsbuild = await createRsbuild({
    cwd: path.join(root, 'infra'),
    rsbuildConfig: {
      mode: 'production',
      logLevel: 'error',
      source: { entry: { state: path.join(registry, 'journal/state.ts'), chooser: path.join(registry, 'choosing/set-chooser.ts') } },
      output: { target: 'node', module: true, minify: false, distPath: { root: folder }, filename: { js: '[name].mjs' } },
      tools: { rspack: { output: { library: { type: 'module' } } } },
    },
  });
  await rsbuild.build();
}
