import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { decodeText, EncodingError } from '@enfilade/shared-contracts/kit/decode-text';
import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { priceSettings } from '../gateway/spending/prices.ts';
import { defaultDailyBudgetCents } from '../gateway/spending/spending-limits.ts';
import { type HostedUpstreams, isPlainUrl, readUpstreams, secretVariables, upstreamVariables } from '../gateway/upstream/upstreams.ts';
import { findOidcProblems, oidcSettings } from '../operators/oidc.ts';
import type { CachedBucket } from '../registry/artifacts/bucket-artifacts.ts';

/** Of this machine. */
const hostSchema = z.string().regex(/^[\w.:-]+$/, 'must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all networks');

const originSchema = z
  .string()
  // As the address bar has it: with a slash at its end.
  .transform((value) => (isPlainUrl(value) && new URL(value).href === `${new URL(value).origin}/` ? new URL(value).origin : value))
  .refine((value) => isPlainUrl(value) && new URL(value).origin === value, 'must be an origin such as https://guide.example.org');

const textSchema = z.string().max(4096);

const databaseUrlSchema = textSchema.refine(isDatabaseUrl, 'must be a database such as postgres://name:password@host/database');

/** Hosters of Valkey write `valkey://` and `valkeys://`. */
const stateUrlSchema = textSchema
  .transform((value) => value.replace(/^valkey(s?):/i, 'redis$1:'))
  .refine(isStateUrl, 'must be a server such as redis://name:password@host:6379, or rediss:// with TLS');

const bucketUrlSchema = textSchema.regex(
  /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w!.*'()-]+)*\/?$/,
  'must be a bucket such as s3://bucket or s3://bucket/prefix',
);
const defaultCacheMb = 512;
/** What is nothing without a bucket. */
const bucketVariables = ['S3_ENDPOINT', 'ARTIFACTS_CACHE_MB'] as const;

/** Two while one key replaces the other. */
const keyFilesSchema = textSchema.regex(/^[^,]+(,[^,]+)?$/, 'must name one key file, or two separated by a comma');

/** Keys by themselves, or the files that hold them and are followed while the site runs. */
const [key, keyFile] = [textSchema.optional(), keyFilesSchema.optional()];
const keySettings = {
  ...{ VISIT_KEY: key, VISIT_KEY_FILE: keyFile, SESSION_KEY: key, SESSION_KEY_FILE: keyFile },
  ...{ SITE_TOKEN: key, SITE_TOKEN_FILE: keyFile, SIGNING_KEY: key, SIGNING_KEY_FILE: keyFile },
};

/** Never a name, `true` or a number of hops: each would let a visitor choose the address it is counted by. */
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

/** Settings of the site itself. */
const siteSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: hostSchema.default('127.0.0.1'),
  /** Where `/metrics` is served instead; the host is HOST where none is named. */
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: hostSchema.optional(),
  /** Absent: no traces, and OpenTelemetry's SDK is not loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: textSchema
    .refine(isWebAddress, 'must be the address of a collector, such as http://127.0.0.1:4318')
    .optional(),
  DATA_DIR: textSchema.default('./.data'),
  CONTENT_DIR: textSchema.optional(),
  DATABASE_URL: databaseUrlSchema.optional(),
  /** What several gateways count together. */
  VALKEY_URL: stateUrlSchema.optional(),
  /** Where published files lie for several gateways; absent: in `DATA_DIR/artifacts`. */
  ARTIFACTS_URL: bucketUrlSchema.optional(),
  /** Of every service with S3's interface but Amazon's own. */
  S3_ENDPOINT: originSchema.optional(),
  AWS_REGION: textSchema.optional(),
  AWS_ACCESS_KEY_ID: textSchema.optional(),
  AWS_SECRET_ACCESS_KEY: textSchema.optional(),
  AWS_SESSION_TOKEN: textSchema.optional(),
  /** What of them is kept on this machine's disk. */
  ARTIFACTS_CACHE_MB: wholeNumber(16, 1_000_000).optional(),
  /** A CDN in front of this site, for published files alone. */
  ARTIFACTS_PUBLIC_URL: originSchema.optional(),
  PUBLIC_ORIGIN: originSchema.optional(),
  ...keySettings,
  ...oidcSettings,
  OPERATORS_FILE: textSchema.optional(),
  /** `production`: a start publishes the builds of its checkout and pins none. */
  NODE_ENV: textSchema.optional(),
  /** `built`: it pins those without a default all the same, as at the first start of a site. */
  FIRST_DEFAULTS: z.literal('built', 'must be built, or left out').optional(),
  LOG_LEVEL: z
    .string()
    .transform((value) => value.toLowerCase())
    .pipe(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`))
    .optional(),
  /** Where the site's other gateways reach this one; absent: its first address. */
  GATEWAY_URL: originSchema.optional(),
  /** How long a gateway that is being stopped goes on accepting, so that a proxy notices. */
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  /** Proxies whose X-Forwarded-For is believed; absent: none. */
  TRUSTED_PROXIES: proxiesSchema.optional(),
  /** What all visitors together may spend on hosted services in a day. */
  DAILY_BUDGET_CENTS: wholeNumber(1, 100_000_000).default(defaultDailyBudgetCents),
  VOICE_SLOTS: wholeNumber(1, 10_000).default(10),
  /** Of so many visits in a hundred pages report what they felt. */
  VITALS_PERCENT: wholeNumber(0, 100).default(100),
  /** Who answers where no voice platform is hosted; absent: the language model, if one is named. */
  GUIDE: z.enum(guides, `must be one of ${guides.join(', ')}`).optional(),
  /** Whether the documents carry a model's sentence; absent: rules. */
  CHECK: z.enum(checks, `must be one of ${checks.join(', ')}`).optional(),
  /** After so long without a sentence of the model the embedded guide answers. */
  FIRST_SENTENCE_MS: wholeNumber(200, 30_000).optional(),
  /** A language's texts that take no more are given to the model whole, else the best of them. */
  PASSAGE_TOKENS: wholeNumber(500, 200_000).optional(),
  ...priceSettings,
});

/** Secrets that may stand in a file, which the name with `_FILE` says; it is read at the start. */
const inFiles = ['DATABASE_URL', 'VALKEY_URL', 'OIDC_CLIENT_SECRET', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', ...secretVariables];

export interface SiteSettings extends z.infer<typeof siteSchema> {
  /** Of the services behind the site those that are hosted. */
  upstreams: HostedUpstreams;
}

/** Their values are no secrets, and a problem repeats them. */
const open = new Set([
  'PORT',
  'HOST',
  'METRICS_PORT',
  'METRICS_HOST',
  'FIRST_DEFAULTS',
  'LOG_LEVEL',
  'DAILY_BUDGET_CENTS',
  'VOICE_SLOTS',
  'VITALS_PERCENT',
  'ARTIFACTS_CACHE_MB',
  'DRAIN_SECONDS',
  'GUIDE',
  'CHECK',
  'FIRST_SENTENCE_MS',
  'PASSAGE_TOKENS',
  ...Object.keys(priceSettings),
]);

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment does not describe a site. One line a problem; values that may be secrets are not repeated. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly code = 'settings';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The settings are wrong:', ...problems].join('\n  '));
    this.problems = problems;
  }
}

/** The site's settings; an empty variable counts as absent, and a file of them may have been saved on Windows. @throws SettingsError with every problem at once */
export function parseSettings(environment: Environment): SiteSettings {
  const trimmed = Object.entries(environment).map(([name, value]) => [name, value?.trim()] as const);
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== undefined && value !== ''));
  const { present, problems: ofFiles } = readSecretFiles(given);
  const describe = (name: string, message: string) => `${name}${open.has(name) ? `=${present[name]}` : ''} ${message}`;
  const site = siteSchema.safeParse(present);
  const { upstreams, problems: ofServices } = readUpstreams(present);
  const problems = [
    ...(site.error?.issues ?? []).map(({ path, message }) => describe(path.join('.'), message)),
    ...ofFiles,
    ...findOidcProblems(site.data ?? {}),
    ...('ARTIFACTS_URL' in present ? [] : bucketVariables.filter((name) => name in present)).map(
      (name) => `${name} is nothing without ARTIFACTS_URL`,
    ),
    ...(site.data?.GATEWAY_URL !== undefined && site.data.VALKEY_URL === undefined
      ? ['GATEWAY_URL is for one of several gateways, and several gateways need VALKEY_URL']
      : []),
    ...(hasMixedContent(site.data) ? ['ARTIFACTS_PUBLIC_URL must be https where PUBLIC_ORIGIN is'] : []),
    ...ofServices,
    ...(site.data?.METRICS_HOST !== undefined && site.data.METRICS_PORT === undefined
      ? ['METRICS_PORT is missing beside METRICS_HOST']
      : []),
    ...(site.data?.GUIDE === 'model' && !('LLM_URL' in present) ? ['LLM_URL is missing beside GUIDE=model'] : []),
  ];
  if (!site.success || problems.length > 0) throw new SettingsError(problems);
  return { ...site.data, upstreams };
}

/** @returns the environment with every secret that stands in a file; a line break at its end is none of it */
function readSecretFiles(given: Environment): { present: Environment; problems: string[] } {
  const twice = [...inFiles, ...Object.keys(keySettings)].filter((name) => name in given && `${name}_FILE` in given);
  const problems = twice.map((name) => `${name} and ${name}_FILE are both set: leave one of them out`);
  const read = inFiles.flatMap((name): [string, string][] => {
    const file = given[`${name}_FILE`];
    if (file === undefined) return [];
    try {
      const text = decodeText(readFileSync(file)).trim();
      if (text !== '') return [[name, text]];
      problems.push(`${name}_FILE names a file that is empty`);
    } catch (error) {
      const reason = error instanceof EncodingError ? ` (${error.message})` : '';
      problems.push(`${name}_FILE names a file that cannot be read${reason}`);
    }
    return [];
  });
  return { present: { ...given, ...Object.fromEntries(read) }, problems };
}

/** Of every setting, those of a file among them. */
export const settingNames: readonly string[] = [
  ...Object.keys(siteSchema.shape),
  ...upstreamVariables,
  ...inFiles.map((name) => `${name}_FILE`),
];
const lettersPerSlip = 5;

/**
 * Variables that are nearly a setting, as sentences. Other programs' variables stand in the same environment: a long
 * name may be slipped in more often than a short one, and nobody mistypes the first letter.
 */
export function findMistypedNames(environment: Environment): string[] {
  return Object.keys(environment).flatMap((given) => {
    if (settingNames.includes(given)) return [];
    const upper = given.toUpperCase();
    const meant = settingNames.find((name) => isNear(upper, name));
    return meant === undefined ? [] : [`${given} is not a setting; did you mean ${meant}?`];
  });
}

function isNear(given: string, name: string): boolean {
  if (given[0] !== name[0]) return false;
  return distance(given, name) <= name.length / lettersPerSlip || sorted(given) === sorted(name);
}

const sorted = (name: string) => [...name].sort((a, b) => a.localeCompare(b)).join('');

const hasMixedContent = ({ PUBLIC_ORIGIN, ARTIFACTS_PUBLIC_URL }: Partial<z.infer<typeof siteSchema>> = {}) =>
  PUBLIC_ORIGIN?.startsWith('https:') && ARTIFACTS_PUBLIC_URL?.startsWith('http:');

/** The bucket of published files and the room for them here; undefined: they lie in `DATA_DIR`. */
export function bucketOf(settings: SiteSettings): CachedBucket | undefined {
  const { ARTIFACTS_URL: url, S3_ENDPOINT: endpoint, AWS_REGION: region } = settings;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = settings;
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } : undefined;
  return url === undefined
    ? undefined
    : { url, endpoint, region, credentials, cacheBytes: (settings.ARTIFACTS_CACHE_MB ?? defaultCacheMb) * 1_000_000 };
}

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

/** A password with a bare percent sign could not be read. */
function isPercentEncoded(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}
