import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { type CommandLine, openCommandLine } from './testing/open-command-line.ts';

const belmonte = 'a'.repeat(24);
let line: CommandLine;
beforeEach(async () => {
  line = await openCommandLine();
});
afterEach(() => line.close());

describe('a build with a React of its own', () => {
  it('is checked and published with what it weighs, and listed with its release', async () => {
    const dist = await line.build({ version: '2.0.0' });
    const price =
      /\nIt brings React 18\.3\.1 of its own: \+\d+\.\d kB \(Brotli\) on the first visit to it, unless another screen brings the same\.\n$/;
    expect((await line.remotes('check', dist)).out).toMatch(price);
    expect((await line.remotes('publish', dist, '--name', 'landing')).out).toMatch(price);
    expect((await line.remotes('list', 'landing')).out).toContain(`^${mountContractVersion}, React 18.3.1`);
    expect((await line.remotes('check', await line.build())).out).not.toContain('React');
  });

  it('is pinned and rolled out when its price is accepted, and otherwise refused with it', async () => {
    await line.remotes('publish', await line.build({ version: '2.0.0' }), '--name', 'landing');
    for (const command of [
      ['pin', 'landing@2.0.0', '--museum', belmonte],
      ['rollout', 'landing@2.0.0', '--all', '--percent', '5'],
    ]) {
      expect(await line.remotes(...command)).toMatchObject({ code: 1, err: expect.stringContaining('Accept that with --accept-price') });
      expect(await line.remotes(...command, '--accept-price')).toMatchObject({ code: 0, err: '' });
    }
    expect((await line.remotes('set', '--museum', belmonte)).out).toMatch(/landing +2\.0\.0 +\^2\.\d\.0, React 18\.3\.1$/m);
  });
});

describe('contracts', () => {
  it('shows who needs each, retires one that nobody needs, and takes that back', async () => {
    await line.remotes('publish', await line.build(), '--name', 'landing');
    await line.remotes('pin', 'landing@1.0.0', '--museum', belmonte);
    expect(
      (await line.remotes('contracts')).out
        .trimEnd()
        .split(/\n/)
        .map((row) => row.split(/ {2,}/)),
    ).toEqual([
      ['contract', 'state', 'needed by'],
      [contractVersion, 'satisfied', `landing@1.0.0 ${belmonte}`],
      [mountContractVersion, 'satisfied'],
    ]);
    const { code, err } = await line.remotes('contracts', '--retire', '1');
    expect([code, err]).toEqual([1, expect.stringContaining(`museum ${belmonte} runs landing 1.0.0`)]);
    await line.remotes('unpin', 'landing', '--museum', belmonte);
    expect((await line.remotes('contracts', '--retire', '1')).out).toMatch(/1\.\d+\.0\s+retired/);
    expect((await line.remotes('pin', 'landing@1.0.0', '--museum', belmonte)).err).toMatch(/has retired contract 1/);
    expect((await line.remotes('contracts', '--restore', '1')).out).not.toContain('retired');
  });
});
