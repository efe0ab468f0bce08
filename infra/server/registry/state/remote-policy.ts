import type { Pipeline, Provenance, RemotePolicy } from '@enfilade/shared-contracts/api/version-schemas';

const namePipeline = ({ workflow, repository }: Pipeline) => `${workflow} of ${repository}`;

/** What a build's origin lacks of what a remote's policy wants, as the end of a sentence; undefined where it is right. */
export function originProblem(policy: RemotePolicy, found: Provenance): string | undefined {
  if (found.issuer !== policy.issuer) return `has its identity from ${found.issuer}, not from ${policy.issuer}`;
  if (found.repository !== policy.repository || found.workflow !== policy.workflow)
    return `was built by ${namePipeline(found)}, not by ${namePipeline(policy)}`;
  if (policy.ref !== undefined && found.ref !== policy.ref) return `was built from ${found.ref}, not from ${policy.ref}`;
  return undefined;
}

/** The same of a version that may come without provenance, as far as the policy lets it. */
export function provenanceProblem(policy: RemotePolicy | undefined, found: Provenance | undefined): string | undefined {
  if (!policy) return undefined;
  if (found) return originProblem(policy, found);
  return policy.requiresProvenance ? `has no provenance, and its policy wants it built by ${namePipeline(policy)}` : undefined;
}
