import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeText, EncodingError } from '@enfilade/shared-contracts/kit/decode-text';
import type { z } from 'zod';
import { type HostedUpstreams, readUpstreams, secretsIn } from '../gateway/upstream/upstreams.ts';
import { sessionKeys, visitKeys } from '../http/key-files.ts';
import { findOidcProblems } from '../operators/oidc.ts';
import { siteTokens } from '../registry/api/access.ts';
import type { BucketSettings } from '../registry/artifacts/bucket.ts';
import { signingKeys } from '../registry/signing/set-signer.ts';
import { settingTable, siteSchema } from './setting-table.ts';

const namesWhere = (has: (one: (typeof settingTable)[number]) => unknown) => settingTable.filter(has).map(({ name }) => name);
const inFiles = namesWhere(({ secret }) => secret === 'text' || secret === 'address');
const keys = namesWhere(({ secret }) => secret === 'keys');
/** Settings whose values an error message may repeat. */
const open = new Set(namesWhere(({ isPublic }) => isPublic));

export interface SiteSettings extends z.infer<typeof siteSchema> {
  upstreams: HostedUpstreams;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Each problem is one line that never repeats a value that may be secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly code = 'settings';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The settings are wrong:', ...problems].join('\n  '));
    this.problems = problems;
  }
}

/**
 * Counts an empty variable as not set, and trims values, because an environment file saved on Windows has carriage returns.
 * @throws SettingsError with every problem at once
 */
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
    ...(lacksBucket(present) ? ['S3_ENDPOINT must be set together with ARTIFACTS_URL'] : []),
    ...(site.data?.GATEWAY_URL !== undefined && site.data.VALKEY_URL === undefined
      ? ['GATEWAY_URL is for one of several gateways, and several gateways need VALKEY_URL']
      : []),
    ...(hasMixedContent(site.data) ? ['ARTIFACTS_PUBLIC_URL must be https if PUBLIC_ORIGIN is'] : []),
    ...ofServices,
    ...(site.data?.METRICS_HOST !== undefined && site.data.METRICS_PORT === undefined
      ? ['METRICS_PORT is missing beside METRICS_HOST']
      : []),
    ...(site.data?.GUIDE === 'model' && !('LLM_URL' in present) ? ['LLM_URL is missing beside GUIDE=model'] : []),
  ];
  if (!site.success || problems.length > 0) throw new SettingsError(problems);
  return { ...site.data, upstreams };
}

function readSecretFiles(given: Environment): { present: Environment; problems: string[] } {
  const twice = [...inFiles, ...keys].filter((name) => name in given && `${name}_FILE` in given);
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

const lacksBucket = (present: object) => 'S3_ENDPOINT' in present && !('ARTIFACTS_URL' in present);

const hasMixedContent = ({ PUBLIC_ORIGIN, ARTIFACTS_PUBLIC_URL }: Partial<z.infer<typeof siteSchema>> = {}) =>
  PUBLIC_ORIGIN?.startsWith('https:') && ARTIFACTS_PUBLIC_URL?.startsWith('http:');

/** Undefined if the files are in `DATA_DIR`. */
export function bucketOf(settings: SiteSettings): BucketSettings | undefined {
  const { ARTIFACTS_URL: url, S3_ENDPOINT: endpoint, AWS_REGION: region } = settings;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = settings;
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } : undefined;
  return url === undefined ? undefined : { url, endpoint, region, credentials };
}

/** Values to redact from the log: keys, passwords, and addresses with a password. */
export function secretsOf({ upstreams, ...settings }: SiteSettings): string[] {
  const values: Readonly<Record<string, unknown>> = settings;
  const own = settingTable.flatMap(({ name, secret }) => {
    const value = values[name];
    if (typeof value !== 'string') return [];
    if (secret === 'keys') return secretsInKeys(value);
    if (secret === 'address') return secretsInAddress(value);
    return secret ? [value] : [];
  });
  return [...own, ...secretsIn(upstreams)].filter((secret) => secret !== '');
}

/** For a PEM, its lines without header and footer. */
const secretsInKeys = (text: string): string[] => text.split(/(?:[\s,]|\\n)+/).filter((part) => !/-----|^PRIVATE$/.test(part));

/** Keys that the start creates, or that a file gets later, are not included. */
export function secretsInKeyFiles(settings: SiteSettings): string[] {
  const files = [visitKeys, sessionKeys, siteTokens, signingKeys].flatMap(({ variable, file }) => [
    settings[`${variable}_FILE`] ?? '',
    path.join(settings.DATA_DIR, file),
  ]);
  return files.flatMap((file) => {
    try {
      return secretsInKeys(decodeText(readFileSync(file))).filter(Boolean);
    } catch {
      return [];
    }
  });
}

function secretsInAddress(address: string): string[] {
  const { password } = new URL(address);
  return [address, password, decodeURIComponent(password)];
}
