import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fulcioHandler, initializeCA, initializeCTLog, initializeTLog } from '@sigstore/mock';
import { HashAlgorithm, PublicKeyDetails, TrustedRoot } from '@sigstore/protobuf-specs';

/** A Sigstore of one's own: certificates, certificate log and transparency log by real keys, over HTTP as the public one. */
export interface TestSigstore {
  /** `SIGSTORE_FULCIO_URL` and `SIGSTORE_REKOR_URL` alike. */
  origin: string;
  /** What a site must have to believe it: a `trusted_root.json`. */
  trustedRoot: unknown;
  close(): Promise<void>;
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A real Fulcio asks the provider whether a token is its own; this one writes into its certificate what the token says. */
export async function startSigstore(): Promise<TestSigstore> {
  const ctLog = await initializeCTLog(newKeys());
  const ca = await initializeCA(newKeys(), ctLog);
  const fulcio = fulcioHandler(ca);
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const isFulcio = request.url?.endsWith(fulcio.path);
    const answer = isFulcio ? await fulcio.fn(body) : { statusCode: 201, response: JSON.stringify(await tLog.log(recordedEntry(body))) };
    response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(String(answer.response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tLog = await initializeTLog(origin, newKeys());
  const validFor = { start: new Date(Date.now() - 60_000), end: undefined };
  const authority = (publicKey: Buffer) => ({
    ...{ baseUrl: origin, hashAlgorithm: HashAlgorithm.SHA2_256, checkpointKeyId: undefined, operator: '' },
    logId: { keyId: createHash('sha256').update(publicKey).digest() },
    publicKey: { rawBytes: publicKey, keyDetails: PublicKeyDetails.PKIX_ECDSA_P256_SHA_256, validFor },
  });
  const trustedRoot = TrustedRoot.toJSON({
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [authority(tLog.publicKey)],
    ctlogs: [authority(ctLog.publicKey)],
    timestampAuthorities: [],
    certificateAuthorities: [
      {
        ...{ subject: { commonName: 'sigstore', organization: 'sigstore.mock' }, uri: origin, operator: '', validFor },
        certChain: { certificates: [{ rawBytes: ca.rootCertificate }] },
      },
    ],
  });
  return {
    origin,
    trustedRoot,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** What Rekor writes into its log of an envelope that is proposed: not the envelope, its hashes. */
function recordedEntry(body: string): object {
  const { spec } = JSON.parse(body) as { spec: { proposedContent: { envelope: string; verifiers: string[] } } };
  const { envelope, verifiers } = spec.proposedContent;
  const { payload, signatures } = JSON.parse(envelope) as { payload: string; signatures: { sig: string }[] };
  const hash = (contents: string | Buffer) => ({ algorithm: 'sha256', value: createHash('sha256').update(contents).digest('hex') });
  return {
    apiVersion: '0.0.1',
    kind: 'dsse',
    spec: {
      envelopeHash: hash(envelope),
      payloadHash: hash(Buffer.from(payload, 'base64')),
      signatures: signatures.map(({ sig: signature }) => ({ signature, verifier: verifiers[0] })),
    },
  };
}
