import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RemotePolicy } from '@enfilade/shared-contracts/api/version-schemas';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createPipelineIdentities } from './pipeline-identity.ts';

const audience = 'https://guide.example.org';
const gitLab = {
  project_path: 'museums/apps/visit',
  ci_config_ref_uri: 'gitlab.example.org/museums/apps/visit//.gitlab-ci.yml@refs/heads/main',
  ...{ ref: 'main', ref_path: 'refs/heads/main', sha: 'c0ffee'.padEnd(40, '0'), pipeline_id: '17' },
};

/** The two addresses of the provider are on one server, which signs with its own key. */
async function startProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const asked: (string | undefined)[] = [];
  const state = { issuer: '', isDown: false };
  const server = createServer(({ url }, response) => {
    asked.push(url);
    const body = url === '/keys' ? { keys: [jwk] } : { issuer: state.issuer, jwks_uri: `${issuer}/keys` };
    response.writeHead(state.isDown ? 503 : 200, { 'content-type': 'application/json' }).end(state.isDown ? '' : JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.issuer = issuer;
  const sign = (claims: JWTPayload = gitLab, { key = privateKey, at = Date.now() } = {}) =>
    new SignJWT({ iss: issuer, aud: audience, sub: 'a run', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt(at / 1_000)
      .setExpirationTime(at / 1_000 + 300)
      .sign(key);
  return { issuer, asked, state, sign, close: () => new Promise((resolve) => server.close(resolve)) };
}

let provider: Awaited<ReturnType<typeof startProvider>>;
beforeEach(async () => {
  provider = await startProvider();
});
afterEach(async () => {
  await provider.close();
});

const policyOf = (change: Partial<RemotePolicy> = {}): RemotePolicy => ({
  ...{ issuer: provider.issuer, repository: 'https://gitlab.example.org/museums/apps/visit', workflow: '.gitlab-ci.yml' },
  ...change,
});
const open = (given: string | undefined = audience) => createPipelineIdentities({ audience: given, clock: { now: () => Date.now() } });

it('claims of GitLab are read as a pipeline run, and the keys of the provider are requested once', async () => {
  const identities = open();
  for (let runs = 0; runs < 3; runs++)
    expect(await identities.identify(await provider.sign(), policyOf())).toEqual({
      ...{ issuer: provider.issuer, repository: 'https://gitlab.example.org/museums/apps/visit', workflow: '.gitlab-ci.yml' },
      ...{ ref: 'refs/heads/main', commit: gitLab.sha, run: 'https://gitlab.example.org/museums/apps/visit/-/pipelines/17' },
    });
  expect(provider.asked).toEqual(['/.well-known/openid-configuration', '/keys']);
});

it.each<[string, () => Promise<string>, RegExp]>([
  [
    'signed by another key',
    async () => provider.sign(gitLab, { key: (await generateKeyPair('RS256')).privateKey }),
    /signature verification failed/,
  ],
  ['signed with the public key as a shared secret', async () => signWithSecret(), /"alg"/],
  [
    'without a signature',
    async () => `${encode({ alg: 'none' })}.${encode({ ...gitLab, iss: provider.issuer, aud: audience })}.`,
    /refused the identity token/,
  ],
  ['for another site', () => provider.sign({ ...gitLab, aud: 'https://other.example.org' }), /"aud"/],
  ['of another provider', () => provider.sign({ ...gitLab, iss: 'https://gitlab.com' }), /"iss"/],
  ['that expired', () => provider.sign(gitLab, { at: Date.now() - 600_000 }), /"exp"/],
])('a token %s is refused', async (_, make, why) => {
  await expect(open().identify(await make(), policyOf())).rejects.toMatchObject({
    code: 'unauthorized',
    message: expect.stringMatching(why),
  });
});

it.each<[string, JWTPayload, RegExp]>([
  ['no pipeline run', { project_path: undefined }, /names no repository and workflow/],
  [
    'a project whose name begins with the right name',
    { project_path: 'museums/apps/visit-two', ci_config_ref_uri: 'h/museums/apps/visit-two//.gitlab-ci.yml@r' },
    /belongs to \.gitlab-ci\.yml of \S+visit-two, not to/,
  ],
  [
    'another workflow file',
    { ci_config_ref_uri: 'gitlab.example.org/museums/apps/visit//other.yml@refs/heads/main' },
    /belongs to other\.yml/,
  ],
])('a token of %s is forbidden', async (_, change, why) => {
  const token = await provider.sign({ ...gitLab, ...change });
  await expect(open().identify(token, policyOf())).rejects.toMatchObject({ code: 'forbidden', message: expect.stringMatching(why) });
});

it('tokens are refused as busy while the provider is down or names another issuer, and are accepted afterwards', async () => {
  const identities = open();
  const token = await provider.sign();
  provider.state.isDown = true;
  await expect(identities.identify(token, policyOf())).rejects.toMatchObject({ code: 'busy' });
  provider.state.isDown = false;
  provider.state.issuer = 'https://gitlab.com';
  await expect(identities.identify(token, policyOf())).rejects.toMatchObject({ code: 'busy' });
  provider.state.issuer = provider.issuer;
  expect((await identities.identify(token, policyOf())).commit).toBe(gitLab.sha);
});

it('a site without PUBLIC_ORIGIN refuses identity tokens', async () => {
  await expect(
    createPipelineIdentities({ audience: undefined, clock: { now: () => Date.now() } }).identify(await provider.sign(), policyOf()),
  ).rejects.toThrow(/has no PUBLIC_ORIGIN/);
  expect(provider.asked).toEqual([]);
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function signWithSecret(): Promise<string> {
  const keys = await (await fetch(`${provider.issuer}/keys`)).text();
  return new SignJWT({ ...gitLab, iss: provider.issuer, aud: audience })
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(Buffer.from(keys));
}
