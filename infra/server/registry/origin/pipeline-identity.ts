import type { Pipeline, PipelineRun, RemotePolicy } from '@enfilade/shared-contracts/api/version-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ForbiddenError, StoreUnavailableError, UnauthorizedError } from '../state/registry-error.ts';

const answerMs = 5_000;
/** Algorithms with a shared secret are excluded, because the public key would be the secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const clockToleranceSeconds = 30;
const oldestSeconds = 3_600;

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url() });

const claimsSchema = z.union([
  z
    .object({ repository: z.string(), workflow_ref: z.string(), ref: z.string(), sha: z.string(), run_id: z.string().optional() })
    .transform(({ repository, workflow_ref, ref, sha, run_id }) => ({
      ...{ path: repository, ref, commit: sha },
      config: workflow_ref.slice(repository.length + 1),
      run: run_id === undefined ? undefined : `/actions/runs/${run_id}`,
    })),
  z
    .object({
      project_path: z.string(),
      ci_config_ref_uri: z.string(),
      ref_path: z.string(),
      sha: z.string(),
      pipeline_id: z.string().optional(),
    })
    .transform(({ project_path, ci_config_ref_uri, ref_path, sha, pipeline_id }) => ({
      ...{ path: project_path, ref: ref_path, commit: sha },
      config: ci_config_ref_uri.split('//').at(-1) ?? '',
      run: pipeline_id === undefined ? undefined : `/-/pipelines/${pipeline_id}`,
    })),
]);

interface PipelineIdentitiesOptions {
  /** The site's origin. If undefined, no identity token is accepted. */
  audience: string | undefined;
  clock: Pick<Clock, 'now'>;
}

export type PipelineIdentities = ReturnType<typeof createPipelineIdentities>;

/** Requests keys only from providers that a policy names. */
export function createPipelineIdentities({ audience, clock }: PipelineIdentitiesOptions) {
  const keys = new LRUCache<string, JWTVerifyGetKey>({ max: 100, fetchMethod: (issuer) => loadKeys(issuer) });

  return {
    /** @throws UnauthorizedError; ForbiddenError that names the difference; StoreUnavailableError if the provider does not answer */
    async identify(token: string, policy: RemotePolicy): Promise<PipelineRun> {
      if (audience === undefined)
        throw new ForbiddenError('This site has no PUBLIC_ORIGIN, so identity tokens cannot name the site; use a token of the registry.');
      const { issuer } = policy;
      const options = { issuer, audience, algorithms, clockTolerance: clockToleranceSeconds, maxTokenAge: oldestSeconds };
      const getKey = await keys.forceFetch(issuer).catch((cause: unknown) => {
        throw unavailable(issuer, cause);
      });
      const { payload } = await jwtVerify(token, getKey, { ...options, currentDate: new Date(clock.now()) }).catch((cause: unknown) => {
        if (cause instanceof errors.JWKSTimeout || cause instanceof TypeError) throw unavailable(issuer, cause);
        const reason = cause instanceof errors.JOSEError ? cause.message : 'the token cannot be read';
        throw new UnauthorizedError(`The registry refused the identity token: ${reason}. Request one for ${audience}.`, { cause });
      });
      const found = readClaims(payload, policy);
      const problem = originProblem(policy, found);
      if (problem !== undefined) throw new ForbiddenError(`The run ${problem}.`);
      return found;
    },
  };
}

const namePipeline = ({ workflow, repository }: Pipeline) => `${workflow} of ${repository}`;

/** As the end of a sentence. Undefined if there is no difference. */
function originProblem(policy: RemotePolicy, found: PipelineRun): string | undefined {
  if (found.repository !== policy.repository || found.workflow !== policy.workflow)
    return `belongs to ${namePipeline(found)}, not to ${namePipeline(policy)}`;
  if (policy.ref !== undefined && found.ref !== policy.ref) return `is at ${found.ref}, not at ${policy.ref}`;
  return undefined;
}

const unavailable = (issuer: string, cause: unknown) =>
  new StoreUnavailableError(`${issuer} does not return its keys, so the identity cannot be checked; try again later.`, { cause });

async function loadKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
  });
  const discovery = discoverySchema.parse(await answer.json());
  // An issuer must not vouch for another issuer.
  if (discovery.issuer !== issuer) throw new Error(`${issuer} returns the metadata of another issuer, ${discovery.issuer}`);
  if (new URL(discovery.jwks_uri).protocol !== new URL(issuer).protocol)
    throw new Error(`${issuer} has keys at ${discovery.jwks_uri}, which has another protocol`);
  return createRemoteJWKSet(new URL(discovery.jwks_uri), { timeoutDuration: answerMs });
}

function readClaims(payload: JWTPayload, { issuer, repository }: RemotePolicy): PipelineRun {
  const claims = claimsSchema.safeParse(payload).data;
  if (!claims) throw new ForbiddenError('The identity token names no repository and workflow; use the token of a pipeline run.');
  const { path, config, ref, commit, run } = claims;
  const address = `${new URL(repository).origin}/${path}`;
  const workflow = config.replace(/@[^@]*$/, '');
  return { issuer, repository: address, workflow, ref, commit, ...(run !== undefined && { run: address + run }) };
}
