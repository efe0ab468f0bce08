import { readFile, writeFile } from 'node:fs/promises';
import { startSigstore, type TestSigstore } from '@enfilade/server/registry/testing/sigstore';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core';
import { attest, describeBuild } from './attest.ts';
import { type CommandLine, capture, openCommandLine } from './testing/open-command-line.ts';
import { type Pipelines, type Run, startPipelines } from './testing/start-pipelines.ts';

const run: Run = {
  repository: 'museum/visit',
  workflow_ref: 'museum/visit/.github/workflows/release.yml@refs/heads/main',
  ref: 'refs/heads/main',
  sha: 'c0ffee'.padEnd(40, '0'),
  run_id: '4711',
};
const pipeline = ['--repository', 'https://github.com/museum/visit', '--workflow', '.github/workflows/release.yml'];

let sigstore: TestSigstore;
let line: CommandLine;
let pipelines: Pipelines;
beforeAll(async () => {
  sigstore = await startSigstore();
});
afterAll(() => sigstore.close());
const open = async () => {
  line = await openCommandLine({ loadTrustedRoot: async () => sigstore.trustedRoot });
  pipelines = await startPipelines([line.origin, 'sigstore']);
};
const close = async () => {
  await Promise.all([line.close(), pipelines.close()]);
};

/** In a step of that run, which has no token of the registry. */
const inPipeline = (of: Run, ...argv: string[]) =>
  capture(argv, {
    cwd: line.cwd,
    env: {
      ...pipelines.environmentOf(of),
      ...{ ENFILADE_REGISTRY: line.origin, DATA_DIR: 'nowhere' },
      ...{ SIGSTORE_FULCIO_URL: sigstore.origin, SIGSTORE_REKOR_URL: sigstore.origin },
    },
  });
const setPolicy = (...more: string[]) => line.remotes('policy', 'visit', ...pipeline, '--issuer', pipelines.issuer, ...more);
const build = (version: string) => line.build({ name: 'visit', version });
const publish = ['--name', 'visit'];

describe('a pipeline without a token', () => {
  beforeEach(open);
  afterEach(close);

  it('publishes by its identity, and with provenance where the remote must have it', async () => {
    expect((await setPolicy('--requires-provenance')).out).toMatch(/^visit must come with provenance of .+, which may publish it without/);
    const published = await inPipeline(run, 'publish', await build('1.9.0'), ...publish, '--note', 'Bigger letters');
    expect(published).toMatchObject({ code: 0, err: '' });
    const { versions } = (await line.json('list', 'visit')) as { versions: object[] };
    expect(versions).toMatchObject([
      {
        ...{ version: '1.9.0', actor: 'token:ci-visit', author: 'm-rossi', note: 'Bigger letters' },
        provenance: {
          issuer: pipelines.issuer,
          repository: 'https://github.com/museum/visit',
          ...{ workflow: '.github/workflows/release.yml', ref: run.ref, commit: run.sha },
        },
      },
    ]);
    expect((await line.remotes('pin', 'visit@1.9.0', '--all')).code).toBe(0);
    const { out } = await line.remotes('audit');
    expect(out).toMatch(/pipeline:museum\/visit +pipeline-token-issued +.*name visit/);
  });

  it.each<[string, Partial<Run>, RegExp]>([
    [
      'of another repository',
      { repository: 'thief/visit', workflow_ref: 'thief/visit/.github/workflows/release.yml@refs/heads/main' },
      /was built by \.github\/workflows\/release\.yml of https:\/\/github\.com\/thief\/visit, not by/,
    ],
    [
      'in another workflow',
      { workflow_ref: 'museum/visit/.github/workflows/other.yml@refs/heads/main' },
      /was built by \.github\/workflows\/other\.yml of/,
    ],
    ['of another branch', { ref: 'refs/heads/try' }, /was built from refs\/heads\/try, not from refs\/heads\/main\./],
  ])('is told why it may not: a run %s', async (_, change, why) => {
    await setPolicy('--ref', 'refs/heads/main');
    const { code, err } = await inPipeline({ ...run, ...change }, 'publish', await build('1.9.0'), ...publish);
    expect([code, err]).toEqual([1, expect.stringMatching(why)]);
    expect(line.temporary.registry().listRemotes()).toEqual([]);
  });

  it('gets in by no token that was made for somebody else, and where no policy names it', async () => {
    const without = await inPipeline(run, 'publish', await build('1.9.0'), ...publish);
    expect(without.err).toBe('No pipeline may publish visit here: the site’s operators name one with `policy visit`.\n'.replace('’', "'"));
    await setPolicy();
    const { ACTIONS_ID_TOKEN_REQUEST_URL: url = '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: key } = pipelines.environmentOf(run);
    const answer = await fetch(`${url}&audience=sigstore`, { headers: { authorization: `Bearer ${key}` } });
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
    const [header, payload] = idToken.split('.');
    expect((await exchange(`${header}.${payload}.${'A'.repeat(86)}`)).status).toBe(401);
    expect((await exchange('no token')).status).toBe(400);
  });

  it('may publish that remote alone, for a quarter of an hour', async () => {
    await setPolicy();
    await inPipeline(run, 'publish', await build('1.9.0'), ...publish);
    const { tokens } = (await line.json('tokens')) as { tokens: { name: string; expiresAt: string; issuedAt: string }[] };
    expect(tokens).toMatchObject([{ name: 'ci-visit', actions: ['publish'], remotes: ['visit'] }]);
    const [token] = tokens;
    expect(Date.parse(token?.expiresAt ?? '') - Date.parse(token?.issuedAt ?? '')).toBe(15 * 60_000);
  });
});

describe('a policy', () => {
  beforeEach(open);
  afterEach(close);

  it('keeps out what has no provenance, from publish, pin, rollout and grant, and what ran before may be rolled back to', async () => {
    for (const version of ['1.7.0', '1.8.0']) {
      await line.remotes('publish', await build(version), ...publish);
      await line.remotes('pin', `visit@${version}`, '--all');
    }
    await setPolicy('--requires-provenance');
    const why =
      / has no provenance, and its policy wants it built by \.github\/workflows\/release\.yml of https:\/\/github\.com\/museum\/visit\.\n$/;
    const museum = 'a'.repeat(24);
    for (const argv of [
      ['publish', await build('1.9.0'), ...publish],
      ['pin', 'visit@1.7.0', '--all'],
      ['rollout', 'visit@1.7.0', '--all', '--percent', '5'],
      ['grant', 'visit@1.7.0', '--museum', museum, '--minutes', '5'],
    ])
      expect([argv, (await line.remotes(...argv)).err]).toEqual([argv, expect.stringMatching(why)]);
    expect((await line.remotes('rollback', '--all', '--to', '2')).code).toBe(0);
    expect((await line.remotes('policy', 'visit', '--none')).out).toMatch(/^visit has no policy/);
    expect((await line.remotes('publish', await build('1.9.0'), ...publish)).code).toBe(0);
  });
});

describe('a bundle', () => {
  beforeEach(open);
  afterEach(close);

  it('of another build, or signed by what the site does not trust, is refused with the reason', async () => {
    await setPolicy('--requires-provenance');
    const other = await line.build({ name: 'visit', version: '1.9.0', text: 'other' });
    const built = await build('1.9.0');
    const stranger = await startSigstore();
    try {
      const bundle = await bundleOf(stranger, built);
      expect((await line.remotes('publish', built, ...publish, '--provenance', bundle)).err).toMatch(
        /^The provenance of the build is not valid: /,
      );
      const own = await bundleOf(sigstore, other);
      expect((await line.remotes('publish', built, ...publish, '--provenance', own)).err).toMatch(
        /it is about another build, and this one is sha256:[0-9a-f]{64};/,
      );
      const whole = await bundleOf(sigstore, built);
      expect(await line.remotes('publish', built, ...publish, '--provenance', whole)).toMatchObject({ code: 0, err: '' });
    } finally {
      await stranger.close();
    }
  });
});

type Json = Record<string, unknown>;
const at = (value: unknown, ...keys: (string | number)[]): Json => keys.reduce((part, key) => (part as Json)[key] as Json, value as Json);
const flip = (text: unknown) => {
  const bytes = Buffer.from(String(text), 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  return bytes.toString('base64');
};
const material = 'verificationMaterial';

describe('a bundle of which one part is another', () => {
  let built: string;
  let whole: string;
  beforeAll(async () => {
    await open();
    built = await build('1.9.0');
    whole = await bundleOf(sigstore, built);
  });
  afterAll(close);

  it.each<[string, (bundle: Json) => void]>([
    ['the statement', (bundle) => Object.assign(at(bundle, 'dsseEnvelope'), { payload: flip(at(bundle, 'dsseEnvelope')['payload']) })],
    [
      'the signature',
      (bundle) =>
        Object.assign(at(bundle, 'dsseEnvelope', 'signatures', 0), { sig: flip(at(bundle, 'dsseEnvelope', 'signatures', 0)['sig']) }),
    ],
    [
      'the certificate',
      (bundle) => Object.assign(at(bundle, material, 'certificate'), { rawBytes: flip(at(bundle, material, 'certificate')['rawBytes']) }),
    ],
    ['the time in the log', (bundle) => Object.assign(at(bundle, material, 'tlogEntries', 0), { integratedTime: '1' })],
    [
      'the promise of the log',
      (bundle) => Object.assign(at(bundle, material, 'tlogEntries', 0, 'inclusionPromise'), { signedEntryTimestamp: 'AAAA' }),
    ],
    [
      'the proof of the log',
      (bundle) => {
        const checkpoint = at(bundle, material, 'tlogEntries', 0, 'inclusionProof', 'checkpoint');
        checkpoint['envelope'] = String(checkpoint['envelope']).replace('\n1\n', '\n2\n');
      },
    ],
    [
      'what the log says',
      (bundle) =>
        Object.assign(at(bundle, material, 'tlogEntries', 0), {
          canonicalizedBody: flip(at(bundle, material, 'tlogEntries', 0)['canonicalizedBody']),
        }),
    ],
    ['the list of entries, which is empty', (bundle) => Object.assign(at(bundle, material), { tlogEntries: [] })],
    ['the kind of its content', (bundle) => Object.assign(at(bundle, 'dsseEnvelope'), { payloadType: 'text/plain' })],
    ['its own kind', (bundle) => Object.assign(bundle, { mediaType: 'text/plain' })],
  ])('is refused: %s', async (_, change) => {
    const bundle = JSON.parse(await readFile(whole, 'utf8')) as Json;
    change(bundle);
    const file = `${line.cwd}/changed.json`;
    await writeFile(file, JSON.stringify(bundle));
    const { code, err } = await line.remotes('publish', built, ...publish, '--provenance', file);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The provenance of the build is not valid: .+; attest exactly what is published\.\n$/),
    ]);
    expect(line.temporary.registry().listRemotes()).toEqual([]);
  });

  it('is refused where it says something else of the build than where it comes from', async () => {
    const { digest } = (await line.json('check', built)) as { digest: string };
    const env = { ...pipelines.environmentOf(run), SIGSTORE_FULCIO_URL: sigstore.origin, SIGSTORE_REKOR_URL: sigstore.origin };
    const statement = describeBuild({ name: 'visit', version: '1.9.0', digest: digest.replace('sha256:', '') }, env);
    const file = `${line.cwd}/other.json`;
    await writeFile(file, JSON.stringify(await attest({ ...statement, predicateType: 'https://spdx.dev/Document' }, env)));
    expect((await line.remotes('publish', built, ...publish, '--provenance', file)).err).toMatch(/is no SLSA provenance/);
  });
});

/** Attested by that Sigstore. @returns its file */
async function bundleOf({ origin }: TestSigstore, built: string): Promise<string> {
  const { digest } = (await line.json('check', built)) as { digest: string };
  const env = { ...pipelines.environmentOf(run), SIGSTORE_FULCIO_URL: origin, SIGSTORE_REKOR_URL: origin };
  const statement = describeBuild({ name: 'visit', version: '1.9.0', digest: digest.replace('sha256:', '') }, env);
  const file = `${line.cwd}/bundle-${new URL(origin).port}.json`;
  await writeFile(file, JSON.stringify(await attest(statement, env)));
  return file;
}
