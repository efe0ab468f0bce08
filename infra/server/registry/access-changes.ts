import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { TokenRequest, TokenSummary } from '@enfilade/shared-contracts/api/registry-schemas';
import type { PipelineRun, RemotePolicy } from '@enfilade/shared-contracts/api/version-schemas';
import type { RegistryStore } from './journal/registry-store.ts';
import { PublishRefusedError, UnknownReleaseError } from './state/registry-error.ts';
import type { IssuedToken } from './state/registry-state.ts';

interface TokenIssue extends TokenRequest {
  actor: string;
  /** Whether a token of the same name may get another beside it. */
  mayShare(other: TokenSummary): boolean;
}

/** Scanners for secrets that were committed by mistake find it by its beginning. */
function createSecret(): { secret: string; hash: string } {
  const secret = `enfilade_${randomBytes(32).toString('base64url')}`;
  return { secret, hash: createHash('sha256').update(secret).digest('hex') };
}

const pipelineMinutes = 15;
const longestActor = 64;

interface PipelineTokenIssue {
  remote: string;
  pipeline: PipelineRun;
  /** SHA-256 of the identity token, in hexadecimal. */
  idToken: string;
}

const unknownToken = 'There is no such token, or it was revoked.';

const withoutHash = ({ hash: _, ...token }: IssuedToken): TokenSummary => token;

/** Who may change what: tokens, whose secrets are stored nowhere and whose deeds stay theirs in the journal, and the pipelines versions come from. */
export function createAccessChanges(store: RegistryStore) {
  return {
    /** @throws PublishRefusedError for a name that somebody else's token has */
    async issueToken({ actor, mayShare, ...request }: TokenIssue): Promise<TokenSummary & { secret: string }> {
      const id = randomUUID();
      const { secret, hash } = createSecret();
      const { tokens } = await store.commit(actor, (before) => {
        const isTaken = [...before.tokens.values()].some((other) => other.name === request.name && !mayShare(other));
        if (isTaken) throw new PublishRefusedError(`A token of somebody else has the name ${request.name}; choose another.`);
        return { action: 'token-issued', payload: { ...request, id, hash } };
      });
      const issued = tokens.get(id);
      if (!issued) throw new Error(`Token ${id} is not in the state it was recorded in.`);
      return { ...withoutHash(issued), secret };
    },
    /** From the next request on nobody gets in with it; at other gateways within a second. @throws UnknownReleaseError */
    async revokeToken({ id, actor }: { id: string; actor: string }): Promise<TokenSummary> {
      let revoked: IssuedToken | undefined;
      await store.commit(actor, (before) => {
        revoked = before.tokens.get(id);
        if (!revoked) throw new UnknownReleaseError(unknownToken);
        const { name, remotes, museums } = revoked;
        return { action: 'token-revoked', payload: { id, name, remotes, museums } };
      });
      if (!revoked) throw new UnknownReleaseError(unknownToken);
      return withoutHash(revoked);
    },
    policy: (name: string) => store.state().policies.get(name),
    /** Null: none any more. What is published and pinned stays. */
    async setPolicy({ name, policy, actor }: { name: string; policy: RemotePolicy | null; actor: string }) {
      await store.commit(actor, ({ policies }) =>
        isDeepStrictEqual(policies.get(name) ?? null, policy) ? undefined : { action: 'policy-set', payload: { name, policy } },
      );
      return { name, policy };
    },
    /** For a run whose identity was verified. */
    async issuePipelineToken({ remote, ...run }: PipelineTokenIssue): Promise<{ secret: string; expiresAt: string }> {
      const id = randomUUID();
      const { secret, hash } = createSecret();
      const actor = `pipeline:${new URL(run.pipeline.repository).pathname.slice(1)}`.slice(0, longestActor);
      const { tokens } = await store.commit(actor, () => ({
        action: 'pipeline-token-issued',
        payload: { id, name: remote, minutes: pipelineMinutes, hash, ...run },
      }));
      const issued = tokens.get(id);
      if (!issued) throw new Error(`Token ${id} is not in the state it was recorded in.`);
      return { secret, expiresAt: issued.expiresAt };
    },
  };
}
