import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeText } from '@enfilade/shared-contracts/kit/decode-text';
import { secretsIn } from '../gateway/upstream/upstreams.ts';
import { sessionKeys, visitKeys } from '../http/key-files.ts';
import { siteTokens } from '../registry/api/tokens.ts';
import { signingKeys } from '../registry/signing/signing-key.ts';
import { settingTable } from './setting-table.ts';
import type { SiteSettings } from './settings.ts';

/** What must never be written to a log: keys and passwords, those of databases as they stand in their addresses and as they are. */
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

/** Lines of a PEM one by one, without those that every key has. */
const secretsInKeys = (text: string): string[] => text.split(/(?:[\s,]|\\n)+/).filter((part) => !/-----|^PRIVATE$/.test(part));

/** The log must not repeat them. A key that the start makes, or that a file gets later, is not among them. */
export function secretsInKeyFiles(settings: SiteSettings): string[] {
  const { VISIT_KEY_FILE, SESSION_KEY_FILE, SITE_TOKEN_FILE, SIGNING_KEY_FILE, DATA_DIR } = settings;
  const named = [VISIT_KEY_FILE, SESSION_KEY_FILE, SITE_TOKEN_FILE, SIGNING_KEY_FILE].flatMap((files) => files?.split(',') ?? []);
  const own = [visitKeys, sessionKeys, siteTokens, signingKeys].map(({ file }) => path.join(DATA_DIR, file));
  return [...named, ...own].flatMap((file) => {
    try {
      return secretsInKeys(decodeText(readFileSync(file.trim()))).filter(Boolean);
    } catch {
      return [];
    }
  });
}

function secretsInAddress(address: string): string[] {
  const { password } = new URL(address);
  return [address, password, decodeURIComponent(password)];
}
