import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, expect, it } from '@rstest/core';
import { staticChecks } from '../static-checks.mjs';
import { repositoryRoot as root } from '../testing/repository-root.ts';
import { createTestFolder } from '../testing/test-folder.ts';

interface Cruise {
  summary: { violations: { rule: { name: string }; from: string }[] };
}

const planted: readonly (readonly [rule: string, file: string, target: string])[] = [
  ['no-circular', 'host/circle-a.ts', './circle-b.ts'],
  ['no-unresolvable', 'host/lost.ts', './not-there.ts'],
  ['contracts-are-a-leaf', 'shared-contracts/to-host.ts', '../host/target.ts'],
  ['contracts-are-a-leaf', 'shared-contracts/to-server.ts', '../infra/server/gateway/target.ts'],
  ['mfe-stands-alone', 'mfe-visit/to-chat.ts', '../mfe-chat/target.ts'],
  ['mfe-stands-alone', 'mfe-chat/to-host.ts', '../host/target.ts'],
  ['example-stands-alone', 'examples/whats-on/to-contracts.ts', '../../shared-contracts/target.ts'],
  ['host-meets-remotes-at-run-time', 'host/to-landing.ts', '../mfe-landing/target.ts'],
  ['host-meets-remotes-at-run-time', 'host/to-tooling.ts', '../infra/tooling/target.ts'],
  ['servers-know-no-screen', 'infra/server/gateway/to-host.ts', '../../../host/target.ts'],
  ['console-stands-alone', 'infra/console/to-registry.ts', '../server/registry/target.ts'],
  ['servers-know-no-console', 'infra/server/main/to-console.ts', '../../console/target.ts'],
  ['server-meets-platform-in-main', 'infra/server/registry/to-platform.ts', '../../platform/target.ts'],
  ['server-knows-no-tool', 'infra/server/main/to-tooling.ts', '../../tooling/target.ts'],
  ['platform-stands-alone', 'infra/platform/to-gateway.ts', '../server/gateway/target.ts'],
  ['demo-is-assets', 'infra/demo/to-platform.ts', '../platform/target.ts'],
  ['cli-knows-the-registry', 'infra/cli/to-gateway.ts', '../server/gateway/target.ts'],
  ['registry-is-below-gateway', 'infra/server/registry/to-gateway.ts', '../gateway/target.ts'],
  ['operators-are-below-gateway', 'infra/server/operators/to-gateway.ts', '../gateway/target.ts'],
  ['gateway-knows-interfaces-only', 'infra/server/gateway/to-main.ts', '../main/target.ts'],
  ['gateway-knows-interfaces-only', 'infra/server/gateway/to-operators.ts', '../operators/target.ts'],
  ['http-is-below-all', 'infra/server/http/to-registry.ts', '../registry/target.ts'],
  ['engines-come-with-their-setting', 'infra/server/registry/to-engine.ts', 'ioredis'],
  ['servers-know-no-react', 'infra/server/registry/to-ui.ts', '../../../shared-contracts/ui/target.ts'],
  ['servers-know-no-react', 'infra/server/gateway/to-react-by-detour.ts', '../../../shared-contracts/kit/to-react.ts'],
  ['browser-tests-see-only-the-browser', 'e2e/flows/to-host.ts', '../../host/target.ts'],
  ['remotes-bring-no-second-copy', 'mfe-landing/to-zod.ts', 'zod'],
  ['model-is-pure', 'mfe-chat/dictation/model-to-react.ts', 'react'],
  ['model-is-pure', 'mfe-chat/dictation/model-to-effect.ts', './open-recorder.ts'],
  ['model-has-no-clock', 'mfe-visit/talk/model-to-clock.ts', '../../shared-contracts/kit/clock.ts'],
  ['effects-know-no-react', 'mfe-chat/dictation/open-recorder.ts', 'react'],
  ['effects-know-no-react', 'mfe-chat/dictation/load-hook.ts', './use-dictation.ts'],
  ['views-take-props', 'mfe-chat/dictation/view.tsx', './open-recorder.ts'],
] as const;

/** Allowed imports that lead to a forbidden module. */
const detours = [
  ['host/circle-b.ts', './circle-a.ts'],
  ['shared-contracts/kit/to-react.ts', 'react'],
  ['mfe-chat/dictation/use-dictation.ts', 'react'],
  ['shared-contracts/kit/clock.ts', 'react'],
] as const;

const { forbidden } = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs')) as { forbidden: { name: string }[] };

const { at, write, copy } = createTestFolder({ isShared: true });

/** The configuration is the real one. */
function plantImports(): void {
  copy(['.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json', 'package.json']);
  for (const name of ['react', 'zod', 'ioredis']) {
    write(`node_modules/${name}/package.json`, { name, version: '1.0.0', main: 'index.js' });
    write(`node_modules/${name}/index.js`, 'module.exports = {};\n');
  }
  // dependency-cruiser reads TypeScript with the compiler of this folder.
  symlinkSync(path.join(root, 'node_modules/typescript'), at('node_modules/typescript'));
  for (const [file, target] of [...planted.map(([, ...each]) => each), ...detours]) {
    if (path.basename(target) === 'target.ts') write(path.join(path.dirname(file), target), 'export {};\n');
    write(file, `import '${target}';\n`);
  }
}

/** @returns `rule in file` for every violation */
function cruise(): string[] {
  const cruiser = path.join(root, 'node_modules/.bin/depcruise');
  const packages = [...new Set(planted.map(([, file]) => file.split('/')[0] ?? ''))];
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...packages];
  const { stdout, stderr } = spawnSync(cruiser, args, { cwd: at(), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (!stdout) throw new Error(stderr);
  return (JSON.parse(stdout) as Cruise).summary.violations.map(({ rule, from }) => `${rule.name} in ${from}`);
}

let found: string[];

beforeAll(() => {
  plantImports();
  found = cruise();
});

it.each(planted)('the import rule %s refuses %s, which imports %s', (rule, file) => {
  expect(found).toContain(`${rule} in ${file}`);
});

it('each import rule refuses a planted import', () => {
  expect(new Set<string>(planted.map(([rule]) => rule))).toEqual(new Set(forbidden.map(({ name }) => name)));
});

it('`npm run check` applies the import rules to every package', () => {
  const [, , , ...checked] = staticChecks.find(([title]) => title === 'import rules')?.[1].split(' ') ?? [];
  const packages = readdirSync(root).filter((name) => existsSync(path.join(root, name, 'package.json')));
  const patterns = packages.map((name) => name.replace(/^mfe-.+$/, 'mfe-*'));
  expect(new Set(checked)).toEqual(new Set([...patterns, 'infra', 'examples']));
});
