import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { type CommandLine, openCommandLine } from './testing/open-command-line.ts';

const belmonte = 'a'.repeat(24);
const museum = ['--museum', belmonte];
let line: CommandLine;
beforeEach(async () => {
  line = await openCommandLine();
  for (const name of ['landing', 'visit']) {
    for (const version of ['1.0.0', '1.1.0']) await line.temporary.publish({ name, version });
    await line.remotes('pin', `${name}@1.0.0`, '--all');
  }
});
afterEach(() => line.close());

async function startRollout(): Promise<string> {
  const { id } = (await line.json('rollout', 'visit@1.1.0', 'landing@1.1.0', ...museum, '--percent', '10')) as { id: string };
  return id;
}

describe('rollout', () => {
  it('gives versions tested together to a share of the visitors, which can be changed', async () => {
    const { code, out } = await line.remotes('rollout', 'visit@1.1.0', 'landing@1.1.0', ...museum, '--percent', '10');
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(`^visit 1\\.1\\.0, landing 1\\.1\\.0 to 10 % of visitors for museum ${belmonte}: rollout \\S+, set 7\\.\n$`),
    );
    const id = / rollout (\S+),/.exec(out)?.[1] ?? '';
    expect(await line.json('rollout', id, ...museum, '--percent', '50.25')).toMatchObject({ id, percent: 50.25, halted: null });
  });

  it('tells the sentence of the registry when it is refused', async () => {
    expect((await line.remotes('rollout', 'visit@7.0.0', '--all', '--percent', '1')).err).toMatch(/never published/);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await line.remotes('rollout', unknown, '--all', '--percent', '1')).code).toBe(1);
    expect((await line.remotes('halt', unknown, '--all')).code).toBe(1);
  });

  it('is halted by its id', async () => {
    const id = await startRollout();
    expect((await line.remotes('halt', id, ...museum)).out).toMatch(
      new RegExp(`^Rollout ${id} of visit 1\\.1\\.0, landing 1\\.1\\.0 is halted: set 8`),
    );
    expect((await line.remotes('rollout', id, ...museum, '--percent', '50')).code).toBe(1);
  });
});

describe('gate', () => {
  it('is told and changed, and keeps versions that were not tried from pins and rollouts', async () => {
    expect((await line.remotes('gate', ...museum)).out).toBe(`Museum ${belmonte} takes every version.\n`);
    expect(await line.json('gate', 'on', '--all')).toEqual({ museumId: '*', isRequired: true });
    expect(await line.json('gate', ...museum)).toEqual({ museumId: belmonte, isRequired: true });
    const refused = await line.remotes('rollout', 'visit@1.1.0', ...museum, '--percent', '10');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('`remotes can-ship visit@1.1.0 --gate`')]);
    expect((await line.remotes('gate', 'off', ...museum)).out).toBe(`Museum ${belmonte} takes every version.\n`);
    expect((await line.remotes('pin', 'visit@1.1.0', ...museum)).code).toBe(0);
  });
});

describe('rollback', () => {
  it('makes an earlier set the newest, and tells what is different', async () => {
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
  it('is printed as the link to open, alone in its line, and with its end', async () => {
    const { code, out } = await line.remotes('grant', 'visit@1.1.0', ...museum, '--minutes', '120');
    expect(code).toBe(0);
    const [link = '', sentence = ''] = out.split('\n');
    expect(link).toMatch(new RegExp(`^${line.origin}/\\?museum=${belmonte}&grant=[0-9a-f-]{36}$`));
    expect(sentence).toMatch(new RegExp(`^Whoever opens it sees visit 1\\.1\\.0 at museum ${belmonte} until 2026-01-01T02:00:\\S+\\.$`));
  });

  it('is told to a program with its id, its end and its link', async () => {
    const { grant, expiresAt, url } = (await line.json('grant', 'visit@1.1.0', ...museum, '--minutes', '1')) as Record<string, string>;
    expect([Number.isFinite(Date.parse(String(expiresAt))), url]).toEqual([true, `${line.origin}/?museum=${belmonte}&grant=${grant}`]);
  });
});

describe('the audit trail', () => {
  it('names versions and shares of what was rolled out', async () => {
    const id = await startRollout();
    expect((await line.remotes('audit', '--after', '6')).out.split('\n')[1]).toContain(
      `rollout-started  museumId ${belmonte}, id ${id}, versions landing 1.1.0, visit 1.1.0, percent 10`,
    );
  });
});
