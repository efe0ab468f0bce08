import { z } from 'zod';
import { CommandFailedError } from './command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a pipeline says of its run in the environment of its steps. */
interface Run {
  buildType: string;
  repository: string;
  /** Path of the workflow in the repository. */
  workflow: string;
  ref: string;
  commit: string;
  /** Its address. */
  invocation: string;
  builder: string;
}

const runners: readonly ((env: Environment) => Run | undefined)[] = [
  ({ GITHUB_REPOSITORY: name, GITHUB_SERVER_URL: server, GITHUB_WORKFLOW_REF: workflow = '', ...env }) => {
    if (name === undefined || server === undefined) return undefined;
    const repository = `${server}/${name}`;
    return {
      buildType: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
      repository,
      workflow: workflow.slice(name.length + 1).replace(/@[^@]*$/, ''),
      ref: env['GITHUB_REF'] ?? '',
      commit: env['GITHUB_SHA'] ?? '',
      invocation: `${repository}/actions/runs/${env['GITHUB_RUN_ID'] ?? ''}`,
      builder: `${server}/actions/runner/${env['RUNNER_ENVIRONMENT'] ?? 'self-hosted'}`,
    };
  },
  ({ CI_PROJECT_URL: repository, ...env }) => {
    if (repository === undefined) return undefined;
    return {
      buildType: 'https://docs.gitlab.com/ci/pipelines/',
      repository,
      workflow: env['CI_CONFIG_PATH'] ?? '.gitlab-ci.yml',
      ref: env['CI_COMMIT_REF_NAME'] ?? '',
      commit: env['CI_COMMIT_SHA'] ?? '',
      invocation: env['CI_PIPELINE_URL'] ?? repository,
      builder: `${env['CI_SERVER_URL'] ?? repository}/-/runners/${env['CI_RUNNER_ID'] ?? ''}`,
    };
  },
];

/** An in-toto statement that this run made the build with that digest, with SLSA provenance v1. @throws CommandFailedError outside of a pipeline */
export function describeBuild({ name, version, digest }: { name: string; version: string; digest: string }, env: Environment): object {
  const [run] = runners.flatMap((read) => read(env) ?? []);
  if (!run)
    throw new CommandFailedError('A build is attested by the pipeline that made it: this is none, publish it with --provenance FILE.');
  const { buildType, repository, workflow, ref, commit, invocation, builder } = run;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `${name}@${version}`, digest: { sha256: digest } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType,
        externalParameters: { workflow: { ref, repository, path: workflow } },
        resolvedDependencies: [{ uri: `git+${repository}@${ref}`, digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: builder }, metadata: { invocationId: invocation } },
    },
  };
}

/**
 * Signs a statement with the pipeline's identity: a key that lives for this once, a certificate of Fulcio for it, and an entry in
 * Rekor, of Sigstore's public instance unless the environment names others. What is in the statement is public from then on.
 * @returns a Sigstore bundle. @throws CommandFailedError
 */
export async function attest(statement: object, env: Environment): Promise<object> {
  const [{ bundleToJSON }, { DSSEBundleBuilder, FulcioSigner, RekorWitness }] = await Promise.all([
    import('@sigstore/bundle'),
    import('@sigstore/sign'),
  ]);
  const { SIGSTORE_FULCIO_URL: fulcioBaseURL, SIGSTORE_REKOR_URL: rekorBaseURL, SIGSTORE_ID_TOKEN: given } = env;
  const identityProvider = {
    async getToken() {
      const token = given || (await askGitHub('sigstore', env));
      if (token !== undefined) return token;
      throw new CommandFailedError('This pipeline has no identity for Sigstore: let it have one (id-token: write, or SIGSTORE_ID_TOKEN).');
    },
  };
  const builder = new DSSEBundleBuilder({
    signer: new FulcioSigner({ identityProvider, ...(fulcioBaseURL && { fulcioBaseURL }) }),
    witnesses: [new RekorWitness(rekorBaseURL ? { rekorBaseURL } : {})],
  });
  const artifact = { data: Buffer.from(JSON.stringify(statement)), type: 'application/vnd.in-toto+json' };
  const bundle = await builder.create(artifact).catch((cause: unknown) => {
    const { cause: reason = cause } = cause as Error;
    if (reason instanceof CommandFailedError) throw reason;
    throw new CommandFailedError(`The build cannot be attested: ${reason instanceof Error ? reason.message : String(reason)}.`, { cause });
  });
  return bundleToJSON(bundle);
}

/** The identity of this run, made for a registry; undefined outside of a pipeline that has one. @throws CommandFailedError */
export async function identityToken(audience: string, env: Environment): Promise<string | undefined> {
  return env['ENFILADE_ID_TOKEN'] || askGitHub(audience, env);
}

/** GitHub makes a token when it is asked; elsewhere the pipeline puts one into the environment. */
async function askGitHub(audience: string, env: Environment): Promise<string | undefined> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = env;
  if (!url || !token) return undefined;
  const address = new URL(url);
  address.searchParams.set('audience', audience);
  const problem = 'The pipeline does not hand out its identity; try again, or let it have one (id-token: write).';
  const answer = await fetch(address, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } })
    .then((response): Promise<unknown> => response.json())
    .catch((cause: unknown) => {
      throw new CommandFailedError(problem, { cause });
    });
  const found = z.safeParse(z.object({ value: z.string() }), answer);
  if (found.success) return found.data.value;
  throw new CommandFailedError(problem);
}
