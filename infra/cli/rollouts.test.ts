import { declarationOf } from '@enfilade/server/registry/testing/built-remote';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { belmonte, openEachCommandLine } from './testing/open-command-line.ts';

const museum = ['--museum', belmonte];
const line = openEachCommandLine();
beforeEach(async () => {
  for (const name of ['landing', 'visit']) {
    for (const version of ['1.0.0', '1.1.0']) await line.temporary.publish({ name, version });
    await line.remotes('pin', `${name}@1.0.0`, '--all');
  }
});

async function startRollout(): Promise<string> {
  const { id } = (await line.json('rollout', 'visit@1.1.0', 'landing@1.1.0', ...museum, '--percent', '10')) as { id: string };
  return id;
}

describe('rollout', () => {
  it('`remotes rollout` gives several versions to a share of the visitors and changes the share, and `remotes halt` ends the rollout', async () => {
    const { code, out } = await line.remotes('rollout', 'visit@1.1.0', 'landing@1.1.0', ...museum, '--percent', '10');
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(`^visit 1\\.1\\.0, landing 1\\.1\\.0 to 10 % of visitors for museum ${belmonte}: rollout \\S+, set 7\\.\n$`),
    );
    const id = / rollout (\S+),/.exec(out)?.[1] ?? '';
    expect(await line.json('rollout', id, ...museum, '--percent', '50.25')).toMatchObject({ id, percent: 50.25, halted: null });
    expect(await line.out('halt', id, ...museum)).toMatch(
      new RegExp(`^Rollout ${id} of visit 1\\.1\\.0, landing 1\\.1\\.0 is halted: set 9`),
    );
    expect((await line.remotes('rollout', id, ...museum, '--percent', '50')).code).toBe(1);
  });

  it('`remotes rollout --steps` prints the steps and refuses steps that do not rise', async () => {
    const { out } = await line.remotes('rollout', 'visit@1.1.0', ...museum, '--steps', '1,10,100');
    expect(out).toMatch(/^visit 1\.1\.0 to 1 % of visitors for museum \S+, then 10, 100 % by itself: rollout \S+, set 7\.\n$/);
    expect(await line.out('rollouts', ...museum)).toContain('1 % of 1, 10, 100');
    for (const steps of ['10,1', '1,1', '0', '1,101', '1, 10', '', 'all'])
      expect(await line.err('rollout', 'landing@1.1.0', ...museum, '--steps', steps)).toMatch(/--steps must be up to ten/);
    expect(await line.err('rollout', 'landing@1.1.0', ...museum, '--steps', '1', '--percent', '1')).toMatch(
      /--percent and --steps cannot be combined/,
    );
  });

  it('`remotes rollouts` prints in one sentence why a rollout halted by itself', async () => {
    const id = await startRollout();
    const cause = { remote: 'visit', version: '1.1.0', rolledOut: { visits: 6, value: 6 }, stable: { visits: 51, value: 0 } };
    const registry = line.temporary.registry();
    await registry.haltRollout({ museumId: belmonte, id, reason: 'failures', cause: { ...cause, signal: 'failures' }, actor: 'watch' });
    const told = await line.out('rollouts', ...museum);
    expect(told).toContain('halted: visit 1.1.0 failed in 6 of 6 visits, the stable version in 0 of 51');
    const slower = {
      ...cause,
      signal: 'usableMs' as const,
      rolledOut: { visits: 210, value: 1_900 },
      stable: { visits: 900, value: 1_200 },
    };
    const other = (await line.json('rollout', 'visit@1.1.0', ...museum, '--percent', '10')) as { id: string };
    await registry.haltRollout({ museumId: belmonte, id: other.id, reason: 'slower', cause: slower, actor: 'watch' });
    expect(await line.out('rollouts', ...museum)).toContain(
      'halted: visit 1.1.0 could be used after 1900 ms in three quarters of 210 visits, the stable version after 1200 ms in three quarters of 900 visits',
    );
  });

  it('`remotes set` prints the running rollouts below the set, and `remotes rollout` reports if no other visitor gets the remote', async () => {
    await line.temporary.publish({ name: 'poster', version: '0.1.0', declaration: declarationOf('poster') });
    const { out } = await line.remotes('rollout', 'poster@0.1.0', '--all', '--percent', '1');
    expect(out).toMatch(/\nNobody else gets poster there: the rollout is compared with nothing\. Pin a version first/);
    const id = await startRollout();
    const told = await line.out('set', ...museum);
    expect(told).toContain(`Rollout ${id}: visit 1.1.0, landing 1.1.0 to 10 % of visitors for museum ${belmonte}\n`);
    expect(told).toMatch(/^Rollout \S+: poster 0\.1\.0 to 1 % of visitors for every museum without/m);
    const reader = await line.tokenFor('reader', { actions: ['read'], remotes: ['visit'], museums: [belmonte] });
    expect(await line.out('set', ...museum, '--token-file', reader)).toMatch(/\nRollouts are not shown: This needs the right read/);
  });
});

it('`remotes audit` prints versions and share of a rollout, and the rights of an issued token', async () => {
  const id = await startRollout();
  expect((await line.out('audit', '--after', '6')).split('\n')[1]).toContain(
    `rollout-started  id ${id}, museumId ${belmonte}, percent 10, versions landing 1.1.0, visit 1.1.0`,
  );
  await line.remotes('token', 'ci', '--may', 'read,pin', '--remote', 'visit', ...museum);
  const rows = await line.out('audit');
  expect(rows).toMatch(new RegExp(`token-issued .*actions read pin,.* museums ${belmonte}, name ci, remotes visit$`, 'm'));
});

it('every command accepts a museum’s code in place of its id', async () => {
  expect(await line.remotes('rollouts', '--museum', 'BELM')).toEqual(await line.remotes('rollouts', ...museum));
  const { code, err } = await line.remotes('diff', '--museum', 'BELM', '--museum', 'DOM');
  expect([code, err]).toEqual([2, expect.stringMatching(/^"DOM" is not a museum's id, .* or the code of a museum of the site\.\n/)]);
});

describe('vitals', () => {
  it('vitals prints the timings of each version', async () => {
    const { out } = await line.remotes('vitals', 'visit', ...museum, '--version', '1.1.0');
    expect(out.split('\n').slice(0, 3)).toEqual([
      'p50 / p75',
      'version  visits  usable after       interaction    layout shift  long tasks',
      '1.1.0    90      1200 ms / 1900 ms  64 ms / 96 ms  0 / 0.012     -',
    ]);
    expect(await line.out('vitals', 'landing')).toBe('No visit has reported timings of landing.\n');
    expect((await line.remotes('vitals', 'landing', '--all')).code).toBe(2);
  });
});

describe('rollback', () => {
  it('`remotes rollback` makes an earlier set the newest, and prints the differences', async () => {
    const { sequence } = (await line.json('pin', 'visit@1.0.0', ...museum)) as { sequence: number };
    await line.remotes('pin', 'visit@1.1.0', ...museum);
    const { code, out } = await line.remotes('rollback', ...museum, '--to', String(sequence));
    expect([code, out]).toEqual([
      0,
      `What was pinned at ${sequence} is pinned again for museum ${belmonte}: set ${sequence + 2}.\nvisit: 1.0.0 instead of 1.1.0\n`,
    ]);
    expect(await line.json('set', ...museum)).toMatchObject({ remotes: { visit: { version: '1.0.0' } } });
    expect((await line.remotes('rollback', ...museum, '--to', '99')).code).toBe(1);
  });
});

describe('grant', () => {
  it('`remotes grant` prints the link on a line of its own and when the grant ends, and --json the same with the grant’s id', async () => {
    const { code, out } = await line.remotes('grant', 'visit@1.1.0', ...museum, '--minutes', '120');
    expect(code).toBe(0);
    const [link = '', sentence = ''] = out.split('\n');
    expect(link).toMatch(new RegExp(`^${line.origin}/\\?museum=${belmonte}&grant=[0-9a-f-]{36}$`));
    expect(sentence).toMatch(
      new RegExp(`^Everybody who opens the link sees visit 1\\.1\\.0 at museum ${belmonte} until 2026-01-01T02:00:\\S+\\.$`),
    );
    const { grant, expiresAt, url } = (await line.json('grant', 'visit@1.1.0', ...museum, '--minutes', '1')) as Record<string, string>;
    expect([Number.isFinite(Date.parse(String(expiresAt))), url]).toEqual([true, `${line.origin}/?museum=${belmonte}&grant=${grant}`]);
  });
});
