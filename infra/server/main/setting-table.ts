import { isIP } from 'node:net';
import { z } from 'zod';
import { defaultDailyBudgetCents, priceSettings } from '../gateway/spending/spending-limits.ts';
import { isPlainUrl, serviceSettings } from '../gateway/upstream/upstreams.ts';
import { settingOf, settingsIn } from '../http/setting.ts';
import { oidcSettings } from '../operators/oidc.ts';

const hostSchema = z.string().regex(/^[\w.:-]+$/, 'must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all networks');

const originSchema = z
  .string()
  // Browsers show the address with a trailing slash.
  .transform((value) => (isPlainUrl(value) && new URL(value).href === `${new URL(value).origin}/` ? new URL(value).origin : value))
  .refine((value) => isPlainUrl(value) && new URL(value).origin === value, 'must be an origin such as https://guide.example.org');

const textSchema = z.string().max(4096);

const databaseUrlSchema = textSchema.refine(isDatabaseUrl, 'must be a database such as postgres://name:password@host/database');

/** Valkey providers write `valkey://` and `valkeys://`. */
const stateUrlSchema = textSchema
  .transform((value) => value.replace(/^valkey(s?):/i, 'redis$1:'))
  .refine(isStateUrl, 'must be a server such as redis://name:password@host:6379, or rediss:// with TLS');

const bucketUrlSchema = textSchema.regex(
  /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w!.*'()-]+)*\/?$/,
  'must be a bucket such as s3://bucket or s3://bucket/prefix',
);

const proxiesSchema = textSchema
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine(
    (ranges) => ranges.length > 0 && ranges.every(isAddressRange),
    'must be addresses or ranges such as 10.0.0.5, 10.1.0.0/16, fd00::/8, with commas between',
  );

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const oneOf = <const Values extends readonly string[]>(values: Values) => z.enum(values, `must be one of ${values.join(', ')}`);

function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
}

const ofProcess = settingOf('process');
const shared = settingOf('shared');
const ofGuide = settingOf('guide');
const ofMoney = settingOf('money');
const key = (help: string, absent: string) => settingOf('keys')(textSchema.optional(), help, { secret: 'keys', absent });

const siteSettings = {
  PORT: ofProcess(wholeNumber(0, 65_535).default(8080), 'Port of the site.'),
  HOST: ofProcess(hostSchema.default('127.0.0.1'), 'Address of this machine that the site listens on; `0.0.0.0` for all networks.', {
    isPublic: true,
  }),
  DATA_DIR: ofProcess(textSchema.default('./.data'), 'Folder for everything that the site stores.'),
  CONTENT_DIR: ofProcess(
    textSchema.optional(),
    '[Folder of museums](../museum.md); with `MIDDLEWARE_URL`, of their profiles, texts, pictures and sounds.',
    {
      absent: 'demo museums',
    },
  ),
  PUBLIC_ORIGIN: ofProcess(
    originSchema.optional(),
    "Visitors' address, such as `https://guide.example.org`. With `https`, browsers use TLS only.",
    { absent: 'this machine' },
  ),
  /** A `true`, a name or a number of hops would let a visitor choose the address that limits count. */
  TRUSTED_PROXIES: ofProcess(
    proxiesSchema.optional(),
    'Addresses or ranges of proxies whose `X-Forwarded-For` counts. If it is not set, all visitors behind a proxy share one address.',
    { absent: 'none' },
  ),
  DRAIN_SECONDS: ofProcess(
    wholeNumber(0, 300).default(0),
    'Seconds that a stopped gateway (SIGTERM) goes on serving while its `/readyz` answers 503.',
  ),
  NODE_ENV: ofProcess(textSchema.optional(), '`production`: a start publishes the built screens but does not pin them.'),
  FIRST_DEFAULTS: ofProcess(
    z.literal('built', 'must be built, or left out').optional(),
    '`built`: a start of a site without any default pins the built screens.',
  ),
  LOG_LEVEL: ofProcess(
    z
      .string()
      .transform((value) => value.toLowerCase())
      .pipe(oneOf(logLevels))
      .optional(),
    `One of ${logLevels.join(', ')}.`,
    { isPublic: true, absent: 'info' },
  ),
  METRICS_PORT: ofProcess(wholeNumber(0, 65_535).optional(), 'Port that serves `/metrics` instead of the site’s own.', {
    absent: '`PORT`',
  }),
  METRICS_HOST: ofProcess(hostSchema.optional(), 'Address of `METRICS_PORT`.', { isPublic: true, absent: '`HOST`' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: ofProcess(
    textSchema.refine(isWebAddress, 'must be the address of a collector, such as http://127.0.0.1:4318').optional(),
    'Collector of traces, OTLP over HTTP.',
    { secret: 'address', absent: 'no traces' },
  ),
  VITALS_PERCENT: ofProcess(
    wholeNumber(0, 100).default(100),
    'Percentage of visits whose pages report [how fast screens were](../rollouts.md#what-visitors-feel).',
  ),
  DATABASE_URL: shared(databaseUrlSchema.optional(), 'PostgreSQL 14 or newer: `postgres://name:password@host/database`.', {
    secret: 'address',
    absent: 'SQLite in `DATA_DIR`',
  }),
  VALKEY_URL: shared(
    stateUrlSchema.optional(),
    'Valkey or Redis 7: `redis://name:password@host:6379/1`, `rediss://` with TLS. Each site needs its own database number.',
    { secret: 'address', absent: '`DATA_DIR/site.db`' },
  ),
  GATEWAY_URL: shared(originSchema.optional(), "Address at which the site's other gateways reach this gateway.", {
    absent: "`HOST`, or the machine's first address",
  }),
  ARTIFACTS_URL: shared(
    bucketUrlSchema.optional(),
    'Bucket for published files: `s3://bucket/prefix`. Needs `GetObject`, `PutObject`, `ListBucket` and `DeleteObject`.',
    { absent: '`DATA_DIR/artifacts`' },
  ),
  S3_ENDPOINT: shared(originSchema.optional(), 'Any other S3-compatible service.', { absent: "Amazon's" }),
  AWS_REGION: shared(textSchema.optional(), 'Region of the bucket.', { absent: 'us-east-1' }),
  AWS_ACCESS_KEY_ID: shared(textSchema.optional(), 'Credentials of the bucket.', { absent: "the machine's role" }),
  AWS_SECRET_ACCESS_KEY: shared(textSchema.optional(), 'Credentials of the bucket.', { secret: 'text', absent: "the machine's role" }),
  AWS_SESSION_TOKEN: shared(textSchema.optional(), 'Beside temporary credentials.', { secret: 'text' }),
  ARTIFACTS_PUBLIC_URL: shared(
    originSchema.optional(),
    'CDN for published files ([decision 43](../../decisions/0043-artifacts-in-a-bucket.md)).',
    { absent: 'none' },
  ),
  VISIT_KEY: key('Signs visits: 32 bytes in base64url or base64.', '`DATA_DIR/visit.key`'),
  VISIT_KEY_FILE: textSchema.optional(),
  SESSION_KEY: key("Signs operators' sessions: 32 bytes in base64url or base64.", '`DATA_DIR/keys/operators`'),
  SESSION_KEY_FILE: textSchema.optional(),
  SITE_TOKEN: key('Token with every right.', '`DATA_DIR/tokens/local`'),
  SITE_TOKEN_FILE: textSchema.optional(),
  SIGNING_KEY: key('Signs release sets: a private key on P-256 as PEM.', '`DATA_DIR/keys/signing.pem`'),
  SIGNING_KEY_FILE: textSchema.optional(),
  OPERATORS_FILE: settingOf('logins')(textSchema.optional(), 'Accounts, written by `npm run remotes -- operator`.', {
    absent: '`DATA_DIR/operators.json`',
  }),
  ...oidcSettings,
  GUIDE: ofGuide(
    oneOf(['model', 'embedded']).optional(),
    '`embedded`: the guide quotes the texts of the museum; `model`: the language model answers from them.',
    { absent: 'model, if `LLM_URL` is set' },
  ),
  CHECK: ofGuide(
    oneOf(['rules', 'model']).default('rules'),
    '`model`: the language model also judges whether the passage supports each sentence.',
  ),
  FIRST_SENTENCE_MS: ofGuide(
    wholeNumber(200, 30_000).default(3_000),
    'Milliseconds without a sentence of the model until the built-in guide answers.',
  ),
  PASSAGE_TOKENS: ofGuide(
    wholeNumber(500, 200_000).default(6_000),
    'If the texts of a language take no more tokens, the model gets all of them, otherwise the best paragraphs.',
  ),
  VOICE_SLOTS: ofMoney(
    wholeNumber(1, 10_000).default(10),
    'Visitors who can talk at the same time. The next visitors wait in line and can type.',
  ),
  DAILY_BUDGET_CENTS: ofMoney(
    wholeNumber(1, 100_000_000).default(defaultDailyBudgetCents),
    'US cents a day for paid services. One museum of several gets up to half.',
  ),
  ...priceSettings,
};
export const siteSchema = z.object(siteSettings);

export const settingTable = [...settingsIn(siteSettings), ...serviceSettings];

/** A range of all addresses (`/0`) would trust every client, and is refused like a name. */
function isAddressRange(range: string): boolean {
  const [, address = '', bits] = /^([\d.]+|[\da-f:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(range) ?? [];
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return longest > 0 && Number(bits ?? 1) <= longest;
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && isPercentEncoded(value);
}

function isDatabaseUrl(value: string): boolean {
  if (!URL.canParse(value) || !isPercentEncoded(value)) return false;
  const { protocol, hostname, pathname, hash } = new URL(value);
  return /^postgres(?:ql)?:$/.test(protocol) && hostname !== '' && /^\/[^/]+$/.test(pathname) && !hash;
}

function isStateUrl(value: string): boolean {
  if (!URL.canParse(value) || !isPercentEncoded(value)) return false;
  const { protocol, hostname, pathname, hash } = new URL(value);
  return /^rediss?:$/.test(protocol) && hostname !== '' && /^(?:\/\d*)?$/.test(pathname) && !hash;
}

/** `decodeURIComponent` throws for a bare percent sign, for example in a password. */
function isPercentEncoded(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}
