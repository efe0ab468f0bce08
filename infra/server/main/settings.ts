import { isIP } from 'node:net';
import { z } from 'zod';
import { defaultDailyBudgetCents } from '../gateway/spending/spending-limits.ts';

/** An address of a service: http or https, without credentials, query or fragment; a slash at its end is taken off. */
const serviceUrlSchema = z
  .string()
  .max(2048)
  .refine(isPlainUrl, 'must be an http or https address without credentials, query or fragment')
  .transform((value) => value.replace(/\/+$/, ''));

const originSchema = z
  .string()
  .refine((value) => isPlainUrl(value) && new URL(value).origin === value, 'must be an origin such as https://guide.example.org');

const textSchema = z.string().max(4096);

const databaseUrlSchema = textSchema.refine(isDatabaseUrl, 'must be a database such as postgres://name:password@host/database');

/** Two while one key takes over from the other. */
const keyFilesSchema = textSchema.regex(/^[^,]+(,[^,]+)?$/, 'must name one key file, or two separated by a comma');

/** Never a name, `true` or a number of hops: each would let a visitor choose the address it is counted by. */
const proxiesSchema = textSchema
  .transform((value) => value.split(',').map((range) => range.trim()))
  .refine(
    (ranges) => ranges.every(isAddressRange),
    'must be addresses or ranges such as 10.0.0.5, 10.1.0.0/16, fd00::/8, with commas between',
  );

/** Everything of design's list that this release reads. */
const readSchema = z.object({
  PORT: z.coerce.number('must be a port').int().min(0).max(65_535).default(8080),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address to listen on')
    .default('127.0.0.1'),
  DATA_DIR: textSchema.default('./.data'),
  CONTENT_DIR: textSchema.optional(),
  DATABASE_URL: databaseUrlSchema.optional(),
  PUBLIC_ORIGIN: originSchema.optional(),
  SIGNING_KEY_FILE: keyFilesSchema.optional(),
  OPERATORS_FILE: textSchema.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  MIDDLEWARE_URL: serviceUrlSchema.optional(),
  MIDDLEWARE_EMAIL: textSchema.optional(),
  MIDDLEWARE_PASSWORD: textSchema.optional(),
  KB_URL: serviceUrlSchema.optional(),
  VAPI_URL: serviceUrlSchema.optional(),
  VAPI_PRIVATE_KEY: textSchema.optional(),
  LLM_URL: serviceUrlSchema.optional(),
  LLM_KEY: textSchema.optional(),
  LLM_MODEL: textSchema.optional(),
  SETTINGS_URL: serviceUrlSchema.optional(),
  STT_URL: serviceUrlSchema.optional(),
  STT_KEY: textSchema.optional(),
  STT_MODEL: textSchema.optional(),
  TTS_URL: serviceUrlSchema.optional(),
  TTS_KEY: textSchema.optional(),
  TTS_MODEL: textSchema.optional(),
  /** Proxies whose X-Forwarded-For is believed; absent: nobody's. */
  TRUSTED_PROXIES: proxiesSchema.optional(),
  /** What all visitors together may spend on hosted services in a day. */
  DAILY_BUDGET_CENTS: z.coerce.number('must be a number of cents').int().min(1).max(100_000_000).default(defaultDailyBudgetCents),
  VOICE_SLOTS: z.coerce.number('must be a number of visitors').int().min(1).max(10_000).default(10),
});

/** Whoever sets these relies on them: a start that passes over them would be worse than none. */
const unsupported = ['ARTIFACTS_URL'] as const;

/** A service's variables stand together or not at all. */
const groups = [
  ['MIDDLEWARE_URL', 'MIDDLEWARE_EMAIL', 'MIDDLEWARE_PASSWORD'],
  ['VAPI_URL', 'VAPI_PRIVATE_KEY'],
  ['LLM_URL', 'LLM_KEY', 'LLM_MODEL'],
  ['STT_URL', 'STT_KEY', 'STT_MODEL'],
  ['TTS_URL', 'TTS_KEY', 'TTS_MODEL'],
] as const;

export type SiteSettings = z.infer<typeof readSchema>;

/** The environment does not describe a site. One line a problem; values are not repeated, they may be secrets. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly code = 'settings';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The settings are wrong:', ...problems].join('\n  '));
    this.problems = problems;
  }
}

/** The site's settings; an empty variable counts as absent. @throws SettingsError with every problem at once */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>): SiteSettings {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const read = readSchema.safeParse(present);
  const problems = [
    ...(read.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`),
    ...unsupported.filter((name) => name in present).map((name) => `${name} is not supported yet`),
    ...groups.flatMap((group) => findGap(group, present)),
  ];
  if (!read.success || problems.length > 0) throw new SettingsError(problems);
  return read.data;
}

/** What must never be written to a log. */
export function secretsOf(settings: SiteSettings): string[] {
  const { DATABASE_URL: database, MIDDLEWARE_PASSWORD, VAPI_PRIVATE_KEY, LLM_KEY, STT_KEY, TTS_KEY } = settings;
  const password = database === undefined ? '' : new URL(database).password;
  const secrets = [database, password, decodeURIComponent(password), MIDDLEWARE_PASSWORD, VAPI_PRIVATE_KEY, LLM_KEY, STT_KEY, TTS_KEY];
  return secrets.filter((secret) => secret !== undefined).filter((secret) => secret !== '');
}

function findGap(group: readonly string[], present: Readonly<Record<string, unknown>>): string[] {
  const set = group.filter((name) => name in present);
  if (set.length === 0 || set.length === group.length) return [];
  return group.filter((name) => !(name in present)).map((name) => `${name} is missing beside ${set.join(' and ')}`);
}

function isPlainUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && !username && !password && !search && !hash;
}

/** A range of everybody (`/0`) trusts nobody in particular, and is refused like a name. */
function isAddressRange(range: string): boolean {
  const [, address = '', bits] = /^([\d.]+|[\da-f:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(range) ?? [];
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return longest > 0 && Number(bits ?? 1) <= longest;
}

function isDatabaseUrl(value: string): boolean {
  if (!URL.canParse(value) || !isPercentEncoded(value)) return false;
  const { protocol, hostname, pathname, hash } = new URL(value);
  return protocol === 'postgres:' && hostname !== '' && /^\/[^/]+$/.test(pathname) && !hash;
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
