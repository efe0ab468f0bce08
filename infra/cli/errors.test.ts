import { remoteFiles, screenMap, writeBuild } from '@enfilade/server/registry/testing/built-remote';
import { screenErrorsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { belmonte, cathedral, openEachCommandLine } from './testing/open-command-line.ts';

const script = '/remotes/visit/1.9.0/static/js/async/screen.5f2c.js';
const line = openEachCommandLine();
let visits = 0;
beforeEach(async () => {
  for (const version of ['1.8.0', '1.9.0']) {
    const files = remoteFiles({ name: 'visit', version }).set('private/maps/static/js/async/screen.5f2c.js.map', screenMap);
    const folder = await writeBuild(await line.temporary.folder(), files);
    await line.temporary.registry().publish({ name: 'visit', folder, actor: 'tests' });
  }
});

async function visit(count: number, museumId: string, thrown?: { code?: string; version?: string }) {
  const { version = '1.9.0', ...part } = thrown ?? {};
  const common = { remote: 'visit', version };
  const said =
    part.code === undefined
      ? { kind: 'error' as const, stage: 'handler' as const, frames: [{ file: script, line: 1, column: 9 }] }
      : { kind: 'failed' as const, ...part };
  for (let at = 0; at < count; at += 1) {
    const id = `visit-${visits++}`;
    const from = { museumId, visit: { id, address: id, visitorId: undefined, browser: 'Chrome 141' } };
    line.errors.onReport({ ...from, report: { ...common, kind: 'loaded' } });
    if (thrown) line.errors.onReport({ ...from, report: { ...common, ...said } });
  }
  await line.errors.close();
}

describe('errors', () => {
  it('`remotes errors` prints the source lines where a remote failed, the number of visits and the used share of the error budget', async () => {
    await visit(14, belmonte, {});
    await visit(1, cathedral, { code: 'hung', version: '1.8.0' });
    await visit(85, cathedral);
    const { code, out } = await line.remotes('errors', 'visit');
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines[0]).toBe('visit: 85.00 % of 100 visits in 7 days without an error, 99.50 % is the aim');
    expect(lines[1]).toBe('  30.0 times what a week allows; in the last 24 hours 30.0 times');
    expect(lines[2]).toBe('visit 1.9.0 ui/talk-panel.tsx:88, 14 visits');
    expect(lines[3]).toMatch(/^ {2}handler; 20\S+Z to 20\S+Z; museums 1; Chrome 141 14$/);
    expect(lines[4]).toBe('    ui/talk-panel.tsx:88:14');
    expect(lines[5]).toBe('visit 1.8.0 hung, 1 visit');
  });

  it('`remotes errors` can be limited to one version or one museum', async () => {
    await visit(2, belmonte, {});
    await visit(3, cathedral, { code: 'hung', version: '1.8.0' });
    expect(await line.out('errors', 'visit', '--version', '1.8.0')).toContain('visit 1.8.0 hung, 3 visits');
    expect(await line.out('errors', 'visit', '--version', '1.8.0')).not.toContain('talk-panel');
    const json = screenErrorsSchema.parse(await line.json('errors', 'visit', '--museum', belmonte));
    expect(json.errors.map(({ place, visits: count }) => [place, count])).toEqual([['ui/talk-panel.tsx:88', 2]]);
    expect(json.budget.week).toEqual({ loads: 2, failures: 2 });
    expect(await line.out('errors', 'visit', '--museum', 'c'.repeat(24))).toBe(
      'No visit of the last 30 days ran into an error of visit.\n',
    );
  });

  it('`remotes errors` refuses an unpublished remote and a missing name, and prints that the host has no errors', async () => {
    expect(await line.err('errors', 'poster')).toBe(
      'No version of poster was ever published; publish a version first, or name another remote.\n',
    );
    expect((await line.remotes('errors')).code).toBe(2);
    expect(await line.out('errors', 'host')).toBe('No visit of the last 30 days ran into an error of host.\n');
  });
});
