import { isIP } from 'node:net';
import { z } from 'zod';
import { defaultDailyBudgetCents, priceSettings } from '../gateway/spending/spending-limits.ts';
import { isPlainUrl, serviceSettings } from '../gateway/upstream/upstreams.ts';
import { setting, settingsIn } from '../http/setting.ts';
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
/** A rotation needs two key files. */
const keyFilesSchema = textSchema.regex(/^[^,]+(,[^,]+)?$/, 'must name one key file, or two separated by a comma');

const proxiesSchema = textSchema
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine(
    (ranges) => ranges.length > 0 && ranges.every(isAddressRange),
    'must be addresses or ranges such as 10.0.0.5, 10.1.0.0/16, fd00::/8, with commas between',
  );

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const guides = ['model', 'embedded'] as const;
const checks = ['rules', 'model'] as const;

function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
}

const key = (help: string, absent: string) => setting(textSchema.optional(), { group: 'keys', secret: 'keys', help, absent });

const siteSettings = {
  PORT: setting(wholeNumber(0, 65_535).default(8080), { group: 'process', isPublic: true, help: 'Port of the site.' }),
  HOST: setting(hostSchema.default('127.0.0.1'), {
    group: 'process',
    isPublic: true,
    help: 'Address of this machine that the site listens on; `0.0.0.0` for all networks.',
  }),
  DATA_DIR: setting(textSchema.default('./.data'), { group: 'process', help: 'Folder for everything that the site stores.' }),
  CONTENT_DIR: setting(textSchema.optional(), {
    group: 'process',
    absent: 'demo museums',
    help: '[Folder of museums](../museum.md), if `MIDDLEWARE_URL` is not set.',
  }),
  PUBLIC_ORIGIN: setting(originSchema.optional(), {
    group: 'process',
    absent: 'this machine',
    help: "Visitors' address, such as `https://guide.example.org`. With `https`, browsers use TLS only.",
  }),
  /** A `true`, a name or a number of hops would let a visitor choose the address that limits count. */
  TRUSTED_PROXIES: setting(proxiesSchema.optional(), {
    group: 'process',
    absent: 'none',
    help: 'Addresses or ranges of proxies whose `X-Forwarded-For` counts. If it is not set, all visitors behind a proxy share one address.',
  }),
  DRAIN_SECONDS: setting(wholeNumber(0, 300).default(0), {
    group: 'process',
    isPublic: true,
    help: 'Seconds that a stopped gateway (SIGTERM) goes on serving while its `/readyz` answers 503.',
  }),
  NODE_ENV: setting(textSchema.optional(), {
    group: 'process',
    help: '`production`: a start publishes the built screens but does not pin them.',
  }),
  FIRST_DEFAULTS: setting(z.literal('built', 'must be built, or left out').optional(), {
    group: 'process',
    isPublic: true,
    help: '`built`: a start of a site without any default pins the built screens.',
  }),
  LOG_LEVEL: setting(
    z
      .string()
      .transform((value) => value.toLowerCase())
      .pipe(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`))
      .optional(),
    { group: 'process', isPublic: true, absent: 'info', help: `One of ${logLevels.join(', ')}.` },
  ),
  METRICS_PORT: setting(wholeNumber(0, 65_535).optional(), {
    group: 'process',
    isPublic: true,
    absent: '`PORT`',
    help: 'Port that serves `/metrics` instead of the site’s own.',
  }),
  METRICS_HOST: setting(hostSchema.optional(), { group: 'process', isPublic: true, absent: '`HOST`', help: 'Address of `METRICS_PORT`.' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    textSchema.refine(isWebAddress, 'must be the address of a collector, such as http://127.0.0.1:4318').optional(),
    { group: 'process', secret: 'address', absent: 'no traces', help: 'Collector of traces, OTLP over HTTP.' },
  ),
  VITALS_PERCENT: setting(wholeNumber(0, 100).default(100), {
    group: 'process',
    isPublic: true,
    help: 'Percentage of visits whose pages report [how fast screens were](../rollouts.md#what-visitors-feel).',
  }),
  DATABASE_URL: setting(databaseUrlSchema.optional(), {
    group: 'shared',
    secret: 'address',
    absent: 'SQLite in `DATA_DIR`',
    help: 'PostgreSQL 14 or newer: `postgres://name:password@host/database`.',
  }),
  VALKEY_URL: setting(stateUrlSchema.optional(), {
    group: 'shared',
    secret: 'address',
    absent: '`DATA_DIR/site.db`',
    help: 'Valkey or Redis 7: `redis://name:password@host:6379/1`, `rediss://` with TLS. Each site needs its own database number.',
  }),
  GATEWAY_URL: setting(originSchema.optional(), {
    group: 'shared',
    absent: "`HOST`, or the machine's first address",
    help: "Address at which the site's other gateways reach this gateway.",
  }),
  ARTIFACTS_URL: setting(bucketUrlSchema.optional(), {
    group: 'shared',
    absent: '`DATA_DIR/artifacts`',
    help: 'Bucket for published files: `s3://bucket/prefix`. Needs `GetObject`, `PutObject`, `ListBucket` and `DeleteObject`.',
  }),
  S3_ENDPOINT: setting(originSchema.optional(), {
    group: 'shared',
    absent: "Amazon's",
    help: 'Any other service with the interface of S3.',
  }),
  AWS_REGION: setting(textSchema.optional(), { group: 'shared', absent: 'us-east-1', help: 'Region of the bucket.' }),
  AWS_ACCESS_KEY_ID: setting(textSchema.optional(), { group: 'shared', absent: "the machine's role", help: 'Credentials of the bucket.' }),
  AWS_SECRET_ACCESS_KEY: setting(textSchema.optional(), {
    group: 'shared',
    secret: 'text',
    absent: "the machine's role",
    help: 'Credentials of the bucket.',
  }),
  AWS_SESSION_TOKEN: setting(textSchema.optional(), { group: 'shared', secret: 'text', help: 'Beside temporary credentials.' }),
  ARTIFACTS_PUBLIC_URL: setting(originSchema.optional(), {
    group: 'shared',
    absent: 'none',
    help: 'CDN for published files ([decision 43](../../decisions/0043-artifacts-in-a-bucket.md)).',
  }),
  VISIT_KEY: key('Signs visits: 32 bytes in base64url or base64.', '`DATA_DIR/visit.key`'),
  VISIT_KEY_FILE: keyFilesSchema.optional(),
  SESSION_KEY: key("Signs operators' sessions: 32 bytes in base64url or base64.", '`DATA_DIR/keys/operators`'),
  SESSION_KEY_FILE: keyFilesSchema.optional(),
  SITE_TOKEN: key('Token with every right.', '`DATA_DIR/tokens/local`'),
  SITE_TOKEN_FILE: keyFilesSchema.optional(),
  SIGNING_KEY: key('Signs release sets: a private key on P-256 as PEM.', '`DATA_DIR/keys/signing.pem`'),
  SIGNING_KEY_FILE: keyFilesSchema.optional(),
  OPERATORS_FILE: setting(textSchema.optional(), {
    group: 'logins',
    absent: '`DATA_DIR/operators.json`',
    help: 'Accounts, written by `npm run remotes -- operator`.',
  }),
  ...oidcSettings,
  GUIDE: setting(z.enum(guides, `must be one of ${guides.join(', ')}`).optional(), {
    group: 'guide',
    isPublic: true,
    absent: 'model, if `LLM_URL` is set',
    help: '`embedded`: the guide quotes the texts of the museum; `model`: the language model answers from them.',
  }),
  CHECK: setting(z.enum(checks, `must be one of ${checks.join(', ')}`).optional(), {
    group: 'guide',
    isPublic: true,
    absent: 'rules',
    help: '`model`: the language model also judges whether the passage supports each sentence.',
  }),
  FIRST_SENTENCE_MS: setting(wholeNumber(200, 30_000).optional(), {
    group: 'guide',
    isPublic: true,
    absent: '3000',
    help: 'Milliseconds without a sentence of the model until the embedded guide answers.',
  }),
  PASSAGE_TOKENS: setting(wholeNumber(500, 200_000).optional(), {
    group: 'guide',
    isPublic: true,
    absent: '6000',
    help: 'If the texts of a language take no more tokens, the model gets all of them, otherwise the best paragraphs.',
  }),
  VOICE_SLOTS: setting(wholeNumber(1, 10_000).default(10), {
    group: 'money',
    isPublic: true,
    help: 'Visitors who can talk at the same time. The next visitors wait in line and can type.',
  }),
  DAILY_BUDGET_CENTS: setting(wholeNumber(1, 100_000_000).default(defaultDailyBudgetCents), {
    group: 'money',
    isPublic: true,
    help: 'US cents a day for paid services. One museum of several gets up to half.',
  }),
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
