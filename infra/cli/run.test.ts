import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOfEachTest } from '@enfilade/server/database/testing/of-each-test';
import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import Fastify from 'fastify';
import { commands, exitCodes } from './run.ts';
import { belmonte, capture, openEachCommandLine } from './testing/open-command-line.ts';

const id = '00000000-0000-4000-8000-000000000000';
const cwd = folderOfEachTest();

/** Runs a command without a token, so that the command sends nothing. */
const alone = (...argv: string[]) => capture(argv, { cwd: cwd(), env: { DATA_DIR: cwd() } });

const misused: [string, RegExp][] = [
  ['list landing visit', /Pass exactly the name of one remote/],
  ['list Landing!', /"Landing!" is not the name of a remote/],
  ['list --museum x', /Unknown option '--museum'/],
  ['list --registry', /--registry/],
  ['list --registry nowhere', /must be an http or https address/],
  ['list --registry ftp://host', /must be an http or https address/],
  ['list --registry http://user:secret@host', /must be an http or https address/],
  ['check', /Pass exactly one built folder/],
  ['check a b', /Pass exactly one built folder/],
  ['publish --name visit', /Pass exactly one built folder/],
  ['publish dist --name visit --version new', /"new" is not a version/],
  ['publish dist --name visit --author', /--author/],
  ['pin visit --all', /"visit" is not a release/],
  ['pin visit@1 --all', /"1" is not a version/],
  ['pin visit@1.0.0@2 --all', /is not a release/],
  ['pin visit@1.0.0', /Either --museum ID or --all/],
  [`pin visit@1.0.0 --museum ${belmonte} --all`, /Either --museum ID or --all/],
  ['pin visit@1.0.0 --museum *', /"\*" is not a museum's id/],
  ['unpin visit@1.0.0 --all', /"visit@1.0.0" is not the name/],
  ['unpin visit', /Either --museum ID or --all/],
  ['rollout --all --percent 1', /At least one release/],
  ['rollout visit@1.0.0 visit@1.1.0 --all --percent 1', /once only/],
  ['rollout visit@1.0.0 --all', /--percent must be given/],
  ['rollout visit@1.0.0 --all --percent 101', /--percent must be a number/],
  ['rollout visit@1.0.0 --all --percent 1e1', /--percent must be a number/],
  ['rollout visit@1.0.0 --all --percent=-1', /--percent must be a number/],
  ['rollout seven --all --percent 1', /"seven" is not the id/],
  [`rollout ${id} visit@1.0.0 --all --percent 1`, /Pass exactly the id of one rollout/],
  ['halt', /Pass exactly the id of one rollout/],
  [`halt ${id}`, /Either --museum ID or --all/],
  ['rollback --all', /--to must be given/],
  ['rollback --all --to last', /--to must be a whole number/],
  ['rollback 41 --all --to 41', /"41" is one argument too many/],
  ['grant visit@1.0.0 --all --minutes 1', /Unknown option '--all'/],
  [`grant visit@1.0.0 --museum ${belmonte} --minutes 1441`, /from 1 to 1440/],
  ['set', /Either --museum ID or --all/],
  ['rollouts', /^Either --museum ID or --all must be given/],
  ['audit --after x', /--after must be a whole number/],
  ['audit --since yesterday', /--since must be a day such as/],
  [`audit --museum ${belmonte} --all`, /Either --museum ID or --all/],
  ['museums now', /"now" is one argument too many/],
  ['diff visit@1.8.0', /Pass exactly two releases/],
  ['diff visit@1.8.0 chat@1.9.0', /Two versions of one remote/],
  [`diff --museum ${belmonte}`, /Either two --museum ID or two releases/],
  ['retire visit', /"visit" is not a release/],
  ['who-runs', /Pass exactly one package/],
  ['sbom visit', /"visit" is not a release/],
  ['policy', /Pass exactly the name of one remote/],
  ['policy visit --repository https://github.com/a/b', /--workflow must be given/],
  ['policy visit --repository https://git.example.org/a/b --workflow ci.yml', /--issuer must be given/],
  ['policy visit --repository ftp://host/a --workflow ci.yml --issuer https://host', /--repository must be the address/],
  ['policy visit --none --ref refs/heads/main', /--none cannot be combined/],
  ['contracts 1', /"1" is one argument too many/],
  ['can-ship', /Pass exactly one release such as visit@1\.9\.0, or one built folder/],
  ['can-ship visit', /"visit" is not a release/],
  ['token', /Pass exactly the token's name/],
  ['token ci --may pin', /Either --museum ID or --all must be given; repeat --museum/],
  [`token ci --museum ${belmonte}`, /--may must name some of read, publish, pin, rollout, rollback, grant, questions, spending/],
  ['token ci --may tokens --all', /--may must name some of/],
  ['token CI --may pin --all', /"CI" is not a name of a token/],
  ['token ci --may pin --remote No! --all', /--remote must be the name/],
  ['token ci --may pin --all --days 731', /--days must be a whole number from 1 to 730/],
  ['tokens all', /"all" is one argument too many/],
  ['revoke ci', /"ci" is not the id of a token/],
  ['new', /Pass exactly the name of the new remote/],
  ['new ../elsewhere', /is not the name of a remote/],
];

describe('wrong usage', () => {
  it.each(misused)('a misused command exits with 2 and prints its own usage line: %s', async (words, problem) => {
    const { code, out, err } = await alone(...words.split(' '));
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(problem);
    expect(err.split('\n')[1]).toMatch(new RegExp(`^Usage: npm run remotes -- ${words.split(' ')[0]} `));
  });

  it.each([[], ['deploy'], ['--json']])(
    'an unknown or missing command exits with 2 and prints the names of all commands: %s',
    async (...argv) => {
      const { code, err } = await alone(...argv);
      expect(code).toBe(2);
      for (const name of commands.keys()) expect(err).toContain(name);
    },
  );
});

describe('help', () => {
  it('--help prints all commands, or the help of one command', async () => {
    const { code, out } = await alone('--help');
    expect(code).toBe(0);
    const described = [...out.matchAll(/^([a-z-]+) (.*)\n {4}(\S.*)$/gm)].map(([, name = '', usage]) => ({ name, usage }));
    expect(new Set(described.map(({ name }) => name))).toEqual(new Set(commands.keys()));
    for (const { name, usage } of described) {
      expect(await alone(name, '--help')).toMatchObject({ code: 0, err: '' });
      expect((await alone('--help', name)).out).toContain(`Usage: npm run remotes -- ${name} ${usage}\n`);
    }
  });
});

describe('random arguments', () => {
  const word = fc.oneof(
    fc.constantFrom(...commands.keys()),
    fc.constantFrom('--museum', '--all', '--json', '--help', '--name', '--version', '--percent', '--to', '--after', '--minutes', '--'),
    fc.constantFrom('visit', 'visit@1.0.0', belmonte, '10', id, '.'),
    // No path, because a command would read a folder of this machine.
    fc.string({ maxLength: 8 }).filter((text) => !/[/~]|\.\./.test(text)),
  );

  itHolds('random arguments exit with 0, 1 or 2 and never throw', [fc.array(word, { maxLength: 6 })], async (argv) => {
    const { code, out, err } = await alone(...argv);
    expect(Object.values(exitCodes)).toContain(code);
    expect(code === 0 ? out : err).not.toBe('');
    if (code === 0) expect(err).toBe('');
  });
});

describe('the connection to the registry', () => {
  const line = openEachCommandLine();

  it('a missing token file, a file without a token, an unknown token and a token without the right each have their own message', async () => {
    expect(await line.err('list', '--token-file', 'nowhere')).toMatch(/^The token file .*nowhere cannot be read; start the site/);
    await writeFile(path.join(line.cwd, 'empty'), '\n');
    expect(await line.err('list', '--token-file', 'empty')).toMatch(/holds no token; pass the right file/);
    await writeFile(path.join(line.cwd, 'strange'), 'strange');
    expect(await line.err('list', '--token-file', 'strange')).toMatch(/does not accept this token; pass the right token/);
    const reader = await line.tokenFor('reader', { actions: ['read'], remotes: ['*'], museums: ['*'] });
    expect((await line.remotes('list', '--token-file', reader)).code).toBe(0);
    const saved = path.join(line.cwd, 'windows');
    await writeFile(saved, `\uFEFF${await readFile(path.resolve(line.cwd, reader), 'utf8')}`, 'utf16le');
    expect((await line.remotes('list', '--token-file', saved)).code).toBe(0);
    await line.temporary.publish();
    const { code, err } = await line.remotes('pin', 'landing@1.0.0', '--all', '--token-file', reader);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /^This needs the right \w+ for \w+.*, and reader has the rights read for every remote at every museum\. Use .*\.\n$/,
      ),
    ]);
  });

  it('a command without --registry calls the site on this machine at PORT', async () => {
    const env = { DATA_DIR: line.temporary.dataDir, PORT: new URL(line.origin).port };
    expect((await capture(['list'], { cwd: cwd(), env })).code).toBe(0);
  });

  it('a command names the registry that does not answer, on stderr and in the JSON of --json', async () => {
    const { origin } = line;
    await line.app.close();
    const told = await line.remotes('list', '--json');
    const sentence = `The registry at ${origin} does not answer (ECONNREFUSED); start the site, or name another with --registry.`;
    expect(told).toMatchObject({ code: 1, err: `${sentence}\n` });
    expect(JSON.parse(told.out)).toEqual({ problems: [sentence] });
  });

  it('a command refuses an address that answers but is not a release registry', async () => {
    const other = Fastify();
    other.get('/registry/v1/remotes', () => ({ remotes: 'none' }));
    const origin = await other.listen({ host: '127.0.0.1', port: 0 });
    const env = { DATA_DIR: line.temporary.dataDir };
    const ask = (...argv: string[]) => capture([...argv, '--registry', `${origin}/`], { cwd: cwd(), env });
    expect((await ask('list')).err).toMatch(/answered in an unknown form/);
    expect((await ask('audit')).err).toMatch(/is not a release registry \(status 404\)/);
    await other.close();
  });
});
