import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Log } from '../../http/create-log.ts';

export interface BucketSettings {
  /** `s3://bucket/prefix` */
  url: string;
  /** Amazon's by default. */
  endpoint?: string | undefined;
  region?: string | undefined;
  /** Those of the machine by default, from a file or a role. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
}

/** The message is a sentence without the full stop. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
}

const rights = 'its credentials need the rights GetObject, PutObject, DeleteObject and ListBucket';
/** The service's own messages are not shown. */
const sentences: readonly [RegExp, string][] = [
  [/NoSuchBucket/, 'does not exist'],
  [/RequestTimeTooSkewed/, "does not accept this machine's clock"],
  [/PermanentRedirect|AuthorizationHeaderMalformed|\b301\b/, 'is in another region than AWS_REGION'],
  [/AccessDenied/, `refuses a request with 403: ${rights}`],
  [/Credentials|\b40[13]\b/, 'does not accept the credentials (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)'],
  [/SlowDown|\b(?:429|503)\b/, 'is overloaded'],
];
const ofBucket = (what: string) => `The bucket of ARTIFACTS_URL ${what}`;

const mostAttempts = 3;
const connectMs = 1_000;
/** The timeout without a byte in either direction. */
const silenceMs = 3_000;
/** While the bucket cannot be reached, `findProblem` calls the bucket after this time. */
const againMs = 1_000;
/** After an answer, `findProblem` takes the bucket for reachable for this time. */
const freshMs = 10_000;

/** Overload is not a refusal. */
const isRefusal = (error: unknown) => /^4(?!08|29)/.test(String(statusOf(error)));
const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

/** Loads the AWS SDK only now, and uses the SDK's retries and timeouts for every request. */
export async function openBucket(settings: BucketSettings, { clock, log }: { clock: Clock; log: Log }) {
  const { S3Client, DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } = await import('@aws-sdk/client-s3');
  const { endpoint, credentials } = settings;
  // Signatures name a region, even for services without regions.
  const region = settings.region ?? (endpoint && 'us-east-1');
  const { hostname: Bucket, pathname } = new URL(settings.url);
  const prefix = [...pathname.split('/').filter(Boolean), ''].join('/');
  const client = new S3Client({
    ...(region && { region }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: mostAttempts,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
    // Other services support few of Amazon's checksums. The signature protects uploads, and downloads are compared with their digest.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const closing = new AbortController();
  const options = { abortSignal: closing.signal };
  const objectAt = (key: string) => ({ Bucket, Key: prefix + key });
  let problem: string | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<unknown> | undefined;

  function fail(error: unknown): string {
    const said = `${nameOf(error)} ${statusOf(error) ?? ''}`;
    const sentence = ofBucket(sentences.find(([codes]) => codes.test(said))?.[1] ?? 'cannot be reached');
    if (closing.signal.aborted) return sentence;
    askedAt = clock.now();
    if (problem === undefined) log.error({ err: error }, `${sentence}: cached files are served, and nothing can be published`);
    problem = sentence;
    return sentence;
  }

  function hear(): void {
    askedAt = clock.now();
    if (problem !== undefined) log.info({}, ofBucket('is reachable again'));
    problem = undefined;
  }

  /** A refusal may concern one object or right, and does not count as an outage. @throws BucketError */
  async function ask<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      hear();
      return result;
    } catch (cause) {
      if (isRefusal(cause)) throw new BucketError(ofBucket(`refuses a request with ${statusOf(cause)}: ${rights}`), { cause });
      throw new BucketError(fail(cause), { cause });
    }
  }

  // A missing object is cheaper than a list. Unlike HEAD, a refused GET has a body with the reason.
  const look = () => find(client.send(new GetObjectCommand(objectAt('probe')), options)).then(hear, fail);

  return {
    has: (key: string) => ask(async () => (await find(client.send(new HeadObjectCommand(objectAt(key)), options))) !== undefined),
    /** Empty if the body breaks off; undefined if the object does not exist. */
    get: (key: string) =>
      ask(async () => {
        const found = await find(client.send(new GetObjectCommand(objectAt(key)), options));
        const body = await found?.Body?.transformToByteArray().catch(() => Buffer.of());
        return body && Buffer.from(body);
      }),
    /** Two gateways that store an object at the same time write the same bytes, because the key is their digest. */
    put: (key: string, bytes: Uint8Array) =>
      ask(async () => void (await client.send(new PutObjectCommand({ ...objectAt(key), Body: bytes }), options))),
    /** Succeeds for a missing object too. */
    remove: (key: string) => ask(async () => void (await client.send(new DeleteObjectCommand(objectAt(key)), options))),
    /** As of the last call a moment ago; undefined if the bucket can be reached. */
    async findProblem(): Promise<string | undefined> {
      const isKnown = askedAt > Number.NEGATIVE_INFINITY;
      if (!isKnown || Math.abs(clock.now() - askedAt) > (problem === undefined ? freshMs : againMs))
        looking ??= look().finally(() => {
          looking = undefined;
        });
      if (!isKnown) await looking;
      return problem;
    },
    close() {
      closing.abort();
      client.destroy();
    },
  };
}

/** Undefined if the object does not exist. */
async function find<Result>(sent: Promise<Result>): Promise<Result | undefined> {
  try {
    return await sent;
  } catch (error) {
    if (statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket') return undefined;
    throw error;
  }
}
