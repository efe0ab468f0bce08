import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { repositoryRoot as root } from './repository-root.ts';

const rooms = ['host', 'mfe-landing', 'mfe-tailoring', 'mfe-visit', 'mfe-chat', 'shared-contracts', 'infra', 'e2e'];

interface Cruise {
  modules: { source: string }[];
  summary: { violations: { rule: { name: string }; from: string }[] };
}

function cruise(folder: string): Cruise {
  const cruiser = path.join(root, 'node_modules/.bin/depcruise');
  const { stdout, stderr } = spawnSync(cruiser, ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...rooms], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as Cruise;
}

/** One forbidden import a line: the file that would hold it, what it imports, the rule that must catch it. */
const planted = [
  ['mfe-visit/planted.ts', "import '../mfe-chat/planted-too.ts';", 'mfe-stands-alone'],
  ['mfe-chat/planted-too.ts', "import '../host/screens/host-services.ts';", 'mfe-stands-alone'],
  ['host/planted.ts', "import '../mfe-landing/planted-leaf.ts';", 'host-meets-remotes-at-run-time'],
  ['mfe-landing/planted-leaf.ts', "import 'zod';", 'remotes-bring-no-second-copy'],
  ['shared-contracts/planted.ts', "import '../host/screens/host-services.ts';", 'contracts-are-a-leaf'],
  ['infra/server/gateway/planted.ts', "import '../../host/screens/host-services.ts';", 'servers-know-no-screen'],
  ['infra/server/registry/planted.ts', "import '../../shared-contracts/ui/icon.tsx';", 'servers-know-no-react'],
  ['infra/server/operators/planted.ts', "import '../gateway/report-route.ts';", 'operators-are-below-gateway'],
  ['infra/server/gateway/planted-too.ts', "import '../operators/operators.ts';", 'gateway-knows-interfaces-only'],
  ['infra/server/http/planted.ts', "import '../registry/registry.ts';", 'http-is-below-all'],
  ['infra/console/planted.ts', "import '../server/registry/registry.ts';", 'console-stands-alone'],
  ['infra/server/main/planted.ts', "import '../console/tools.ts';", 'servers-know-no-console'],
  ['e2e/planted.ts', "import '../host/screens/host-services.ts';", 'browser-tests-see-only-the-browser'],
  ['host/planted-a.ts', "import './planted-b.ts';", 'no-circular'],
  ['host/planted-b.ts', "import './planted-a.ts'; import '../infra/tooling/checks/repository-root.ts';", 'host-meets-remotes-at-run-time'],
  ['host/planted-c.ts', "import './not-there.ts';", 'no-unresolvable'],
] as const;

describe('the import rules', () => {
  let copy = '';
  let found: Cruise;

  beforeAll(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
    for (const room of rooms) {
      const skip = /\/(node_modules|dist|\.cache|museums|test-results)(\/|$)/;
      cpSync(path.join(root, room), path.join(copy, room), { recursive: true, filter: (file) => !skip.test(file.slice(root.length)) });
      symlinkSync(path.join(root, room, 'node_modules'), path.join(copy, room, 'node_modules'));
    }
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json', 'package.json'])
      cpSync(path.join(root, file), path.join(copy, file));
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    for (const [file, text] of planted) {
      mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
      writeFileSync(path.join(copy, file), `${text}\n`);
    }
    found = cruise(copy);
  }, 60_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.each(planted)('catches %s: %s', (file, _, rule) => {
    expect(found.summary.violations.map((violation) => `${violation.rule.name} in ${violation.from}`)).toContain(`${rule} in ${file}`);
  });

  it.each(rooms)('really saw the modules of %s', (room) => {
    const seen = found.modules.filter(({ source }) => source.startsWith(`${room}/`) && !source.includes('planted'));
    expect(seen.length).toBeGreaterThan(1);
  });
});
