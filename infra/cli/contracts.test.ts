import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { type CommandLine, openCommandLine } from './testing/open-command-line.ts';

const belmonte = 'a'.repeat(24);
let line: CommandLine;
beforeEach(async () => {
  line = await openCommandLine();
});
afterEach(() => line.close());

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
