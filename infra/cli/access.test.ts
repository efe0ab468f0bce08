import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { issuedTokenSchema, tokensSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { belmonte, openEachCommandLine } from './testing/open-command-line.ts';

const line = openEachCommandLine();
beforeEach(async () => {
  await line.temporary.publish({ name: 'visit' });
});

describe('token', () => {
  it('the token command issues a team’s token, and the tokens command lists the token until the revoke command revokes the token', async () => {
    const issued = issuedTokenSchema.parse(
      await line.json('token', 'ci', '--may', 'pin,read', '--may', 'publish', '--remote', 'visit', '--museum', belmonte, '--days', '30'),
    );
    expect(issued).toMatchObject({
      name: 'ci',
      actions: ['pin', 'read', 'publish'],
      remotes: ['visit'],
      museums: [belmonte],
      issuedBy: 'local',
    });
    await writeFile(path.join(line.cwd, 'ci'), `${issued.secret}\n`);
    expect((await line.remotes('pin', 'visit@1.0.0', '--museum', belmonte, '--token-file', 'ci')).code).toBe(0);
    expect(await line.err('pin', 'visit@1.0.0', '--all', '--token-file', 'ci')).toBe(
      `This needs the right pin for visit at every museum, and token ci has the rights pin, read, publish for visit at museum ${belmonte}. Use a token that was issued for this.\n`,
    );
    const listed = (await line.out('tokens')).split('\n');
    expect(listed[1]).toMatch(new RegExp(`^${issued.id}  ci +pin read publish +visit +${belmonte} +${issued.expiresAt}  local$`));
    expect(await line.out('revoke', issued.id)).toBe('ci is revoked and no longer valid.\n');
    expect(await line.err('list', '--token-file', 'ci')).toMatch(/does not accept this token/);
    expect(tokensSchema.parse(await line.json('tokens'))).toEqual({ tokens: [] });
    expect(await line.err('revoke', issued.id)).toBe('The token does not exist or was revoked; `tokens` lists the valid tokens.\n');
  });

  it('`remotes token` prints the secret, or writes the secret to a file of mode 600 and revokes the token if the write fails', async () => {
    const { out } = await line.remotes('token', 'ci', '--may', 'read', '--all');
    expect(out).toMatch(/^ci may read every remote at every museum, until .+\n.+\nenfilade_[\w-]{43}\n$/);
    const told = await line.remotes('token', 'ci', '--may', 'read', '--all', '--file', 'secrets/ci');
    expect(told.out).not.toContain('enfilade_');
    const file = path.join(line.cwd, 'secrets/ci');
    expect([(await stat(file)).mode & 0o777, await readFile(file, 'utf8')]).toEqual([
      0o600,
      expect.stringMatching(/^enfilade_[\w-]{43}\n$/),
    ]);
    expect((await line.remotes('list', '--token-file', 'secrets/ci')).code).toBe(0);
    expect(await line.err('token', 'lost', '--may', 'read', '--all', '--file', 'secrets/ci/lost')).toMatch(/cannot be written\.\n$/);
    expect(tokensSchema.parse(await line.json('tokens')).tokens.map(({ name }) => name)).toEqual(['ci', 'ci']);
  });
});
