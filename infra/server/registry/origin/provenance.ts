import { type Provenance, provenanceSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { z } from 'zod';
import { printable } from '../publish/build-files.ts';
import type { ReadProvenance } from '../publish/publisher.ts';
import { PublishRefusedError, StoreUnavailableError } from '../state/registry-error.ts';

const statementSchema = z.object({
  _type: z.string().regex(/^https:\/\/in-toto\.io\/Statement\/v/, 'is no in-toto statement'),
  subject: z.array(z.object({ digest: z.record(z.string(), z.string()) })).max(1_024),
  predicateType: z.string().regex(/^https:\/\/slsa\.dev\/provenance\//, 'is no SLSA provenance'),
});

/** What Fulcio writes into a certificate of who signs (github.com/sigstore/fulcio, docs/oid-info.md), each an encoded UTF8String. */
const extensions = {
  issuer: '1.3.6.1.4.1.57264.1.8',
  repository: '1.3.6.1.4.1.57264.1.12',
  commit: '1.3.6.1.4.1.57264.1.13',
  ref: '1.3.6.1.4.1.57264.1.14',
  config: '1.3.6.1.4.1.57264.1.18',
  run: '1.3.6.1.4.1.57264.1.21',
} as const;

/**
 * Verifies Sigstore bundles against a trusted root, without asking anybody: the certificate's chain and its entry in the
 * certificate log, the entry in the transparency log, the signature, and that the statement is about this build.
 * @param loadRoot a trusted root as Sigstore publishes it (`trusted_root.json`); asked at the first bundle
 */
export function createProvenanceReader(loadRoot: () => Promise<unknown>): ReadProvenance {
  let verifying: ReturnType<typeof loadVerifier> | undefined;
  return async (bundle, digest) => {
    verifying ??= loadVerifier(loadRoot);
    const verify = await verifying.catch((cause: unknown) => {
      verifying = undefined;
      throw new StoreUnavailableError('The trusted root of SIGSTORE_ROOT_FILE cannot be read, so no provenance can be verified.', {
        cause,
      });
    });
    try {
      const { payload, oids } = verify(parseJson(bundle.toString('utf8')));
      checkStatement(payload, digest);
      return readPipeline(oids);
    } catch (cause) {
      const message = printable(cause instanceof Error ? cause.message : String(cause));
      throw new PublishRefusedError(`The provenance of the build is not valid: ${message}; attest exactly what is published.`, { cause });
    }
  };
}

/** The libraries are loaded with the first bundle. */
async function loadVerifier(loadRoot: () => Promise<unknown>) {
  const [{ bundleFromJSON }, { toSignedEntity, toTrustMaterial, Verifier }, { TrustedRoot }] = await Promise.all([
    import('@sigstore/bundle'),
    import('@sigstore/verify'),
    import('@sigstore/protobuf-specs'),
  ]);
  const verifier = new Verifier(toTrustMaterial(TrustedRoot.fromJSON(await loadRoot())));
  return (json: unknown) => {
    const bundle = bundleFromJSON(json);
    const { identity } = verifier.verify(toSignedEntity(bundle));
    if (bundle.content.$case !== 'dsseEnvelope') throw new Error('it holds no statement');
    const { payloadType, payload } = bundle.content.dsseEnvelope;
    if (payloadType !== 'application/vnd.in-toto+json') throw new Error('it holds no in-toto statement');
    const oids = new Map(identity?.oids?.map(({ oid, value }) => [oid?.id.join('.') ?? '', Buffer.from(value)]));
    return { payload, oids };
  };
}

function checkStatement(payload: Buffer, digest: string): void {
  const statement = statementSchema.safeParse(parseJson(payload.toString('utf8')));
  if (!statement.success) throw new Error(`the statement ${statement.error.issues[0]?.message ?? 'cannot be read'}`);
  const isAboutIt = statement.data.subject.some((subject) => subject.digest['sha256'] === digest);
  if (!isAboutIt) throw new Error(`it is about another build, and this one is sha256:${digest}`);
}

function readPipeline(oids: ReadonlyMap<string, Buffer>): Provenance {
  const { config = '', ...said } = Object.fromEntries(
    Object.entries(extensions).flatMap(([name, oid]) => {
      const text = readUtf8String(oids.get(oid));
      return text === undefined ? [] : [[name, text]];
    }),
  );
  const parsed = provenanceSchema.safeParse({ ...said, workflow: workflowIn(config, said['repository'] ?? '') });
  if (parsed.success) return parsed.data;
  throw new Error(`its certificate names no pipeline (${parsed.error.issues[0]?.path.join('.')})`);
}

/** `https://github.com/owner/name/.github/workflows/release.yml@refs/heads/main`; GitLab writes two slashes before the path. */
function workflowIn(config: string, repository: string): string | undefined {
  if (!config.startsWith(`${repository}/`)) return undefined;
  return config
    .slice(repository.length)
    .replace(/^\/+/, '')
    .replace(/@[^@]*$/, '');
}

/** DER: a tag, a length in one or more bytes, the text. */
function readUtf8String(der: Buffer | undefined): string | undefined {
  if (der?.[0] !== 0x0c) return undefined;
  const first = der[1] ?? 0;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const length = lengthBytes === 0 ? first : der.readUIntBE(2, lengthBytes);
  const text = der.subarray(2 + lengthBytes);
  return text.length === length ? text.toString('utf8') : undefined;
}
