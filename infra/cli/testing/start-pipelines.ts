import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVisitor } from '@enfilade/server/operators/testing/identity-provider';
import Provider from 'oidc-provider';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';

/** As GitHub issues them. */
export interface Run {
  repository: string;
  workflow_ref: string;
  ref: string;
  sha: string;
  run_id: string;
}

export interface Pipelines {
  issuer: string;
  /** As GitHub names them. */
  environmentOf(run: Run): Record<string, string>;
  close(): Promise<void>;
}

const path = '/asked-by-a-step';

/** A real identity provider whose subjects are runs. */
export async function startPipelines(audiences: readonly string[]): Promise<Pipelines> {
  const runs = new Map<string, Run>();
  let handle: ReturnType<Provider['callback']> | undefined;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', issuer);
    if (url.pathname !== path) return handle?.(request, response);
    const key = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const value = runs.has(key) ? await issueToken(issuer, key, url.searchParams.get('audience') ?? '') : undefined;
    response.writeHead(value === undefined ? 401 : 200, { 'content-type': 'application/json' }).end(JSON.stringify({ value }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const claims: (keyof Run)[] = ['repository', 'workflow_ref', 'ref', 'sha', 'run_id'];
  handle = new Provider(issuer, {
    clients: audiences.map((client_id) => ({ client_id, redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' })),
    pkce: { required: () => true },
    claims: { openid: ['sub', ...claims] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the provider'] },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: async () => ({ sub: accountId, ...runs.get(accountId) }) }),
  }).callback();
  return {
    issuer,
    environmentOf(run) {
      const key = `run-${runs.size}`;
      runs.set(key, run);
      return {
        ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}${path}?api-version=2.0`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: key,
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_REPOSITORY: run.repository,
        GITHUB_WORKFLOW_REF: run.workflow_ref,
        GITHUB_REF: run.ref,
        GITHUB_SHA: run.sha,
        GITHUB_RUN_ID: run.run_id,
        GITHUB_ACTOR: 'm-rossi',
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const redirectUri = 'http://127.0.0.1:9/back';

/** Signs in through the provider's own forms, because the provider issues ID tokens in no other way. */
async function issueToken(issuer: string, account: string, audience: string): Promise<string | undefined> {
  const verifier = randomPKCECodeVerifier();
  const query = new URLSearchParams({
    ...{ client_id: audience, redirect_uri: redirectUri, response_type: 'code', scope: 'openid', code_challenge_method: 'S256' },
    code_challenge: await calculatePKCECodeChallenge(verifier),
  });
  const visitor = createVisitor(account);
  const back = await visitor.follow(`${issuer}/auth?${query}`, (url) => url.href.startsWith(redirectUri));
  const body = {
    ...{ grant_type: 'authorization_code', client_id: audience, redirect_uri: redirectUri, code_verifier: verifier },
    code: back.searchParams.get('code') ?? '',
  };
  const { text } = await visitor.send(new URL(`${issuer}/token`), body);
  return (JSON.parse(text) as { id_token?: string }).id_token;
}
