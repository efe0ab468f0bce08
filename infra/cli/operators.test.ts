import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findAccount, parseAccounts } from '@enfilade/server/operators/accounts';
import { matchesPassword } from '@enfilade/server/operators/password';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { belmonte, cathedral, openEachCommandLine } from './testing/open-command-line.ts';

const madeSchema = z.strictObject({
  name: z.string(),
  museums: z.union([z.array(z.string()), z.literal('*')]),
  file: z.string(),
  password: z.string(),
});

const line = openEachCommandLine();

const file = () => path.join(line.temporary.dataDir, 'operators.json');
const accountOf = async (name: string) => findAccount(parseAccounts(file(), await readFile(file())), name);

describe('operator', () => {
  it('`remotes operator` creates an account in the site’s operators file and prints its password once', async () => {
    const made = madeSchema.parse(
      await line.json('operator', 'm.rossi', '--museum', belmonte, '--museum', cathedral, '--email', 'rossi@museum.example'),
    );
    expect(made).toMatchObject({ name: 'm.rossi', museums: [belmonte, cathedral], file: file() });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    const account = await accountOf('rossi@museum.example');
    expect(account).toMatchObject({ name: 'm.rossi', museums: [belmonte, cathedral] });
    expect(await matchesPassword(made.password, account?.password ?? '')).toBe(true);
    expect(await readFile(file(), 'utf8')).not.toContain(made.password);
  });

  it('`remotes operator` sets a new password and changes no other field and no other account', async () => {
    await line.remotes('operator', 'other', '--all');
    const other = await accountOf('other');
    const first = madeSchema.parse(await line.json('operator', 'm.rossi', '--museum', belmonte, '--email', 'rossi@museum.example'));
    const told = await line.remotes('operator', 'M.Rossi');
    expect(told).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('m.rossi, for aaaaaaaaaaaaaaaaaaaaaaaa, logs in from now on with the password '),
    });
    const account = await accountOf('m.rossi');
    expect(account).toMatchObject({ email: 'rossi@museum.example', museums: [belmonte] });
    expect(await matchesPassword(first.password, account?.password ?? '')).toBe(false);
    expect(await accountOf('other')).toEqual(other);
    await line.remotes('operator', 'm.rossi', '--all', '--file', file());
    expect((await accountOf('m.rossi'))?.museums).toBe('*');
  });

  it('`remotes operator` refuses wrong arguments and a damaged operators file, and writes nothing', async () => {
    const refusals: [string[], number, RegExp][] = [
      [['m.rossi'], 2, /has no operator m\.rossi yet: either --museum ID/],
      [['m.rossi', '--all', '--museum', belmonte], 2, /^--museum and --all cannot be combined/],
      [['m.rossi', '--museum', 'belmonte'], 2, /is not a museum's id/],
      [[], 2, /^Pass exactly the operator's name/],
      [['Maria Rossi', '--all'], 1, /^Such an account cannot be made: name must be 1 to 55/],
      [['m.rossi', '--all', '--email', 'rossi'], 1, /email must be an e-mail address/],
    ];
    for (const [argv, code, message] of refusals) {
      expect(await line.remotes('operator', ...argv)).toMatchObject({ code, err: expect.stringMatching(message), out: '' });
    }
    await expect(stat(file())).rejects.toThrow('ENOENT');
    await writeFile(file(), '[{}]');
    expect(await line.remotes('operator', 'm.rossi', '--all')).toMatchObject({ code: 1, err: expect.stringMatching(/operator 1: name/) });
    expect(await readFile(file(), 'utf8')).toBe('[{}]');
  });
});

describe('rollouts', () => {
  it('`remotes rollouts` lists the running and the halted rollouts of a museum', async () => {
    const registry = line.temporary.registry();
    await line.temporary.publish({ name: 'landing' });
    const start = { museumId: belmonte, versions: { landing: '1.0.0' }, actor: 'tests' };
    const { id } = await registry.startRollout({ ...start, percent: 10 });
    await registry.haltRollout({ museumId: belmonte, id, reason: 'failures', actor: 'tests' });
    await registry.startRollout({ ...start, percent: 12.5 });
    const { code, out } = await line.remotes('rollouts', '--museum', belmonte);
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^rollout +of +share +since +state$/),
      expect.stringMatching(new RegExp(`^${id} +landing 1\\.0\\.0 +10 % .*halted: failures$`)),
      expect.stringMatching(/landing 1\.0\.0 +12\.5 % .*runs$/),
      '',
    ]);
    expect(await line.json('rollouts', '--all')).toEqual({ rollouts: [] });
  });
});
