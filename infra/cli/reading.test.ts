import { type RemoteBuild, remoteFiles, writeBuild } from '@enfilade/server/registry/testing/built-remote';
import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { describe, expect, it } from '@rstest/core';
import { belmonte, capture, cathedral, openEachCommandLine } from './testing/open-command-line.ts';

const line = openEachCommandLine();

const publish = async (build: RemoteBuild & { name: string }, ...more: string[]) =>
  line.remotes('publish', await line.build(build), '--name', build.name, ...more);
const zod = { 'zod@4.6.7': { 'v4/mini/index.js': 900, 'v4/core/util.js': 300 } };

describe('museums', () => {
  it('`remotes museums` prints each museum’s differences from the default, each museum’s rollouts, and the default’s screens with both names', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish({ name: 'landing', version });
    await publish({ name: 'visit', version: '2.0.0' });
    await line.remotes('pin', 'landing@1.0.0', '--all');
    await line.remotes('pin', 'visit@2.0.0', '--all');
    await line.remotes('pin', 'landing@1.1.0', '--museum', belmonte);
    await line.remotes('rollout', 'landing@1.2.0', '--museum', belmonte, '--percent', '10');
    await line.remotes('leave-out', 'visit', '--museum', cathedral);
    const rows = (await line.out('museums')).trimEnd().split('\n');
    expect(rows).toEqual([
      expect.stringMatching(/^museum +name +other than the default +rolls out +set$/),
      expect.stringMatching(/^a{24} +Museum a +landing 1\.1\.0 \(pinned\) +landing 1\.2\.0 to 10 % +8$/),
      expect.stringMatching(/^b{24} +Museum b +without visit +- +9$/),
      '',
      'The default of all museums, set 6, rolls out: -',
      expect.stringMatching(/^screen +in the console +version$/),
      expect.stringMatching(/^landing +\S.* +1\.0\.0$/),
      expect.stringMatching(/^visit +\S.* +2\.0\.0$/),
      '',
      "The number of a set is the number of the audit log's record that made the set.",
    ]);
  });
});

describe('diff', () => {
  it('`remotes diff` of two versions prints note, author, ranges, file sizes and texts, or that a build has no texts', async () => {
    await publish({ name: 'visit', version: '1.8.0', texts: { title: 'Talk', gone: 'x' } });
    const later = { name: 'visit', version: '1.9.0', text: 'a longer hello', texts: { title: 'Talk to the guide', added: 'y' } };
    await publish(later, '--note', 'Bigger letters', '--author', 'Mara Rossi');
    const { out } = await line.remotes('diff', 'visit@1.8.0', 'visit@1.9.0');
    expect(out).toMatch(/^visit 1\.9\.0, 2026\S+, by Mara Rossi \(local\), \d+ bytes\n {2}Bigger letters$/m);
    expect(out).toContain('Ranges: the same');
    expect(out).toMatch(/^static\/js\/async\/screen\.js +\d+ +\d+$/m);
    expect(out).toMatch(/^en gone +x +-$/m);
    expect(out).toMatch(/^en title +Talk +Talk to the guide$/m);
    const json = (await line.json('diff', 'visit@1.8.0', 'visit@1.9.0')) as { files: { what: string }[]; to: object };
    expect(json.files.map(({ what }) => what)).toEqual(['remoteEntry.js', 'static/js/async/screen.js']);
    expect(json.to).toMatchObject({ note: 'Bigger letters', author: 'Mara Rossi' });
    await publish({ name: 'visit', version: '1.7.0' });
    expect(await line.out('diff', 'visit@1.7.0', 'visit@1.8.0')).toContain('Texts: unknown, because one of the builds does not state it');
    expect(await line.err('diff', 'visit@1.8.0', 'visit@7.0.0')).toMatch(/^visit 7\.0\.0 was never published/);
  });

  it('`remotes diff` of two museums prints the remotes whose versions differ', async () => {
    for (const version of ['1.0.0', '1.1.0']) await publish({ name: 'landing', version });
    await line.remotes('pin', 'landing@1.0.0', '--all');
    const museums = ['--museum', belmonte, '--museum', cathedral];
    expect(await line.out('diff', ...museums)).toBe('Both run the same.\n');
    await line.remotes('pin', 'landing@1.1.0', '--museum', cathedral);
    expect(await line.out('diff', ...museums)).toMatch(/^landing +1\.0\.0 +1\.1\.0$/m);
  });
});

describe('retire', () => {
  it('`remotes retire` removes an unused version, `remotes list` shows the version as retired, and publishing the number again is refused', async () => {
    for (const version of ['1.0.0', '1.1.0']) await publish({ name: 'landing', version });
    expect(await line.out('retire', 'landing@1.0.0')).toMatch(/^landing 1\.0\.0 is retired/);
    expect(await line.out('list', 'landing')).toMatch(/^1\.0\.0 .* retired 2026-01-01T\S+$/m);
    expect(await line.out('list')).toMatch(/^landing +1\.1\.0 +1$/m);
    expect(await line.out('audit')).toMatch(/version-retired +name landing, version 1\.0\.0$/m);
    expect(await line.out('retire', 'landing@1.0.0')).toMatch(/^landing 1\.0\.0 is retired/);
    for (const argv of [
      ['pin', 'landing@1.0.0', '--all'],
      ['publish', await line.build({ version: '1.0.0' }), '--name', 'landing'],
    ])
      expect(await line.err(...argv)).toMatch(/ is retired and its files are gone/);
    expect(await line.err('retire', 'landing@9.9.9')).toMatch(/never published/);
  });

  it('`remotes retire` refuses a version in use and lists its pins, rollouts and grants', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await publish({ name: 'landing', version });
    await line.remotes('pin', 'landing@1.0.0', '--all');
    await line.remotes('pin', 'landing@1.0.0', '--museum', belmonte);
    await line.remotes('rollout', 'landing@1.1.0', '--all', '--percent', '0');
    await line.remotes('grant', 'landing@1.2.0', '--museum', cathedral, '--minutes', '5');
    const refusal = (version: string) => line.err('retire', `landing@${version}`);
    expect(await refusal('1.0.0')).toBe(`landing 1.0.0 is pinned by the default, museum ${belmonte}; pin another version there first.\n`);
    expect(await refusal('1.1.0')).toMatch(/^landing 1\.1\.0 is in rollout \S+ of the default; halt rollout \S+ first\.\n$/);
    expect(await refusal('1.2.0')).toMatch(new RegExp(`^landing 1\\.2\\.0 is shown at museum ${cathedral} by a grant until 2026-`));
    for (const museum of [['--all'], ['--museum', belmonte]]) await line.remotes('pin', 'landing@1.3.0', ...museum);
    expect(await refusal('1.0.0')).toBe('landing 1.0.0 was in use on 2026-01-01 and may go 30 days later, on 2026-02-01.\n');
  });
});

describe('audit', () => {
  it('`remotes audit` can be limited to one museum and to records since a day', async () => {
    await publish({ name: 'landing', version: '1.0.0' });
    await line.remotes('pin', 'landing@1.0.0', '--all');
    await line.remotes('pin', 'landing@1.0.0', '--museum', belmonte);
    const numbers = async (...argv: string[]) =>
      ((await line.json('audit', ...argv)) as { records: { seq: number }[] }).records.map(({ seq }) => seq);
    expect([await numbers('--museum', belmonte), await numbers('--all')]).toEqual([[3], [2]]);
    const { records } = (await line.json('audit')) as { records: { at: string }[] };
    expect(await numbers('--since', records[1]?.at ?? '')).toEqual([2, 3]);
    expect([await numbers('--since', '2026-01-01'), await numbers('--since', '2026-01-02')]).toEqual([[1, 2, 3], []]);
  });
});

describe('bills of materials', () => {
  it('`remotes who-runs` finds a package in the host and in every version that is pinned or rolled out', async () => {
    await publish({ name: 'landing', version: '1.0.0', packages: zod });
    await publish({ name: 'landing', version: '1.1.0', packages: { '@scope/zod@4.6.7': {}, 'zod@5.0.0-beta.1': {} } });
    await publish({ name: 'landing', version: '1.2.0', packages: zod });
    await publish({ name: 'visit', version: '1.9.0' });
    for (const release of ['landing@1.0.0', 'visit@1.9.0']) await line.remotes('pin', release, '--all');
    await line.remotes('pin', 'landing@1.0.0', '--museum', belmonte);
    await line.remotes('rollout', 'landing@1.1.0', '--museum', belmonte, '--percent', '10');
    const noHost = 'These versions have no bill of materials: host, visit 1.9.0.\n';
    expect(await line.out('who-runs', 'zod@4.6.7')).toBe(
      ['remote   release  package  museums', `landing  1.0.0    4.6.7    * ${belmonte}`, noHost].join('\n'),
    );
    await writeBuild(line.temporary.dataDir, remoteFiles({ packages: { 'react-dom@19.3.1': {} } }));
    expect(await line.out('who-runs', 'react-dom@19.3.1')).toMatch(new RegExp(`^host +19\\.3\\.1 +\\* ${belmonte}$`, 'm'));
    expect(await line.json('who-runs', '@scope/zod')).toEqual({
      users: [{ remote: 'landing', release: '1.1.0', version: '4.6.7', museums: [belmonte] }],
      unknown: ['visit 1.9.0'],
    });
    expect(await line.out('who-runs', 'zod@>4')).toMatch(/^landing +1\.1\.0 +5\.0\.0-beta\.1 +a+$/m);
    expect(await line.out('who-runs', 'react-dom@^18')).toMatch(/^Nobody runs react-dom@\^18\.\n/);
    expect(await line.err('who-runs', 'react-dom@new')).toMatch(/must be a version or a range of versions/);
  });

  it('`remotes sbom` prints the bill of materials of a version, and refuses a version without a bill', async () => {
    await publish({ name: 'landing', version: '1.0.0', packages: zod });
    expect(await line.json('sbom', 'landing@1.0.0')).toMatchObject({
      bomFormat: 'CycloneDX',
      components: [{ name: 'zod', version: '4.6.7' }],
    });
    await publish({ name: 'landing', version: '1.1.0' });
    expect(await line.err('sbom', 'landing@1.1.0')).toMatch(/has no bill of materials/);
  });
});

describe('contracts', () => {
  it('`remotes contracts` lists the host’s contracts and, at the museums that the token covers, the versions built for each contract', async () => {
    await publish({ name: 'landing' });
    await publish({ name: 'landing', version: '2.0.0', contract: `^${mountContractVersion}` });
    await line.remotes('pin', 'landing@1.0.0', '--all');
    await line.remotes('pin', 'landing@2.0.0', '--museum', belmonte);
    const rows = async (...argv: string[]) =>
      (await line.out('contracts', ...argv))
        .trimEnd()
        .split('\n')
        .map((row) => row.split(/ {2,}/));
    expect(await rows()).toEqual([
      ['contract', 'needed by'],
      [contractVersion, 'landing@1.0.0 *'],
      [mountContractVersion, `landing@2.0.0 ${belmonte}`],
    ]);
    const elsewhere = await line.tokenFor('elsewhere', { actions: ['read'], remotes: ['*'], museums: [cathedral] });
    expect((await rows('--token-file', elsewhere)).slice(1)).toEqual([[contractVersion, 'landing@1.0.0 *'], [mountContractVersion]]);
  });
});

describe('the environment', () => {
  const bare = (env: Record<string, string>, ...argv: string[]) => capture(argv, { cwd: line.cwd, env: { DATA_DIR: 'nowhere', ...env } });

  it('ENFILADE_REGISTRY and ENFILADE_TOKEN name site and token if no option does', async () => {
    await publish({ name: 'landing', version: '1.0.0' });
    await line.tokenFor('team', { actions: ['read'], remotes: ['*'], museums: ['*'] });
    const named = { ENFILADE_REGISTRY: line.origin, ENFILADE_TOKEN: 'team' };
    expect((await bare(named, 'list')).out).toMatch(/^landing/m);
    expect((await bare({ ...named, ENFILADE_TOKEN: 'other' }, 'list')).err).toMatch(/in ENFILADE_TOKEN\.\n$/);
    expect((await bare({ ...named, ENFILADE_TOKEN: 'no token' }, 'list')).err).toBe('ENFILADE_TOKEN holds no token.\n');
    expect((await bare({ ...named, ENFILADE_REGISTRY: 'ftp://x' }, 'list')).err).toMatch(
      /^ENFILADE_REGISTRY must be an http or https address/,
    );
    expect((await bare({ ...named, ENFILADE_TOKEN: 'other' }, 'list', '--token-file', 'team')).code).toBe(0);
    expect((await bare({ ENFILADE_REGISTRY: 'http://127.0.0.1:1', ENFILADE_TOKEN: 'team' }, 'list', '--registry', line.origin)).code).toBe(
      0,
    );
  });
});
