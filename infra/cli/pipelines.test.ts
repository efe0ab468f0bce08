import { ofEachTest } from '@enfilade/server/database/testing/of-each-test';
import { describe, expect, it } from '@rstest/core';
import { capture, openEachCommandLine } from './testing/open-command-line.ts';
import { type Run, startPipelines } from './testing/start-pipelines.ts';

const run: Run = {
  repository: 'museum/visit',
  workflow_ref: 'museum/visit/.github/workflows/release.yml@refs/heads/main',
  ref: 'refs/heads/main',
  sha: 'c0ffee'.padEnd(40, '0'),
  run_id: '4711',
};
const pipeline = ['--repository', 'https://github.com/museum/visit', '--workflow', '.github/workflows/release.yml'];

const line = openEachCommandLine();
const pipelines = ofEachTest(
  () => startPipelines([line.origin, 'another-site']),
  ({ close }) => close(),
);

const inPipeline = (of: Run, ...argv: string[]) =>
  capture(argv, {
    cwd: line.cwd,
    env: { ...pipelines.environmentOf(of), ...{ ENFILADE_REGISTRY: line.origin, DATA_DIR: 'nowhere' } },
  });
const setPolicy = (...more: string[]) => line.remotes('policy', 'visit', ...pipeline, '--issuer', pipelines.issuer, ...more);
const build = (version: string) => line.build({ name: 'visit', version });
const publish = ['--name', 'visit'];

describe('pipelines without a stored token', () => {
  it('a pipeline without a token gets a token for its remote alone for 15 minutes, and the audit log names the repository', async () => {
    expect((await setPolicy()).out).toMatch(/^visit may be published without a stored token by .+release\.yml of https:\/\/github\.com/);
    const published = await inPipeline(run, 'publish', await build('1.9.0'), ...publish, '--note', 'Bigger letters');
    expect(published).toMatchObject({ code: 0, err: '' });
    const { versions } = (await line.json('list', 'visit')) as { versions: object[] };
    expect(versions).toMatchObject([{ version: '1.9.0', actor: 'token:ci-visit', author: 'm-rossi', note: 'Bigger letters' }]);
    const { out } = await line.remotes('audit');
    expect(out).toMatch(/pipeline:museum\/visit +pipeline-token-issued +.*name visit/);
    const { tokens } = (await line.json('tokens')) as { tokens: { expiresAt: string; issuedAt: string }[] };
    expect(tokens).toMatchObject([{ name: 'ci-visit', actions: ['publish'], remotes: ['visit'] }]);
    expect(Date.parse(tokens[0]?.expiresAt ?? '') - Date.parse(tokens[0]?.issuedAt ?? '')).toBe(15 * 60_000);
    expect(await line.out('policy', 'visit', '--none')).toBe('No pipeline may publish visit without a stored token.\n');
  });

  it('publishing from another branch than the policy’s is refused with both branches', async () => {
    await setPolicy('--ref', 'refs/heads/main');
    const { code, err } = await inPipeline({ ...run, ref: 'refs/heads/try' }, 'publish', await build('1.9.0'), ...publish);
    expect([code, err]).toEqual([1, expect.stringMatching(/is at refs\/heads\/try, not at refs\/heads\/main\./)]);
    expect(line.temporary.registry().listRemotes()).toEqual([]);
  });

  it('a pipeline is refused without a policy, with an identity for another audience and with a malformed identity', async () => {
    const without = await inPipeline(run, 'publish', await build('1.9.0'), ...publish);
    expect(without.err).toBe(
      'The site has no publishing policy for visit; ask the site’s operators to set a policy with `policy visit`.\n'.replace('’', "'"),
    );
    await setPolicy();
    const { ACTIONS_ID_TOKEN_REQUEST_URL: url = '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: key } = pipelines.environmentOf(run);
    const answer = await fetch(`${url}&audience=another-site`, { headers: { authorization: `Bearer ${key}` } });
    const { value: idToken } = (await answer.json()) as { value: string };
    const exchange = (token: string) =>
      fetch(`${line.origin}/registry/v1/remotes/visit/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ idToken: token }),
      });
    const refused = await exchange(idToken);
    expect([refused.status, await refused.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'unauthorized', message: expect.stringMatching(/"aud"/) }),
    ]);
    expect((await exchange('no token')).status).toBe(400);
  });
});
