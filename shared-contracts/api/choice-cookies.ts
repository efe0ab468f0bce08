import { remoteNameSchema, remoteVersionSchema } from '../releases/release-set.ts';
import { cookieNames } from '../visit/stored-names.ts';
import { pickFirst } from '../visit/visit-cookies.ts';

export interface RemoteVersion {
  remote: string;
  version: string;
}

export const maxGrants = 4;
export const maxBlockedVersions = 8;

export function parseGrantId(text: string | null | undefined): string | undefined {
  const id = text?.toLowerCase();
  return id !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : undefined;
}

/** Reads a Cookie header or `document.cookie`. Invalid ids are skipped. */
export function parseGrants(header: string): string[] {
  const read = (value: string) => some(value.split('.').flatMap((piece) => parseGrantId(piece) ?? []));
  return pickFirst(header, cookieNames.grants, read)?.slice(0, maxGrants) ?? [];
}

export function formatGrants(ids: readonly string[]): string | undefined {
  return some(ids)?.slice(0, maxGrants).join('.');
}

export function parseBlockedVersions(header: string): RemoteVersion[] {
  const read = (value: string) => some(value.split(/,|%2c/i).flatMap((piece) => parseRemoteVersion(decode(piece)) ?? []));
  return pickFirst(header, cookieNames.avoidedVersions, read)?.slice(0, maxBlockedVersions) ?? [];
}

function parseRemoteVersion(text: string): RemoteVersion | undefined {
  const [remote = '', version = '', ...more] = text.split('@');
  const isOne = more.length === 0 && remoteNameSchema.safeParse(remote).success && remoteVersionSchema.safeParse(version).success;
  return isOne ? { remote, version } : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Undefined for an empty list, because an empty cookie of the same name may precede ours. */
function some<Value>(all: readonly Value[]): readonly Value[] | undefined {
  return all.length > 0 ? all : undefined;
}
