import { createHash } from 'node:crypto';
import { releaseOf } from '@enfilade/server/registry/testing/built-remote';
import type { PinnedRemote, ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { createStamp, type LocalBuild } from '../local-builds.ts';

export const museumId = 'a'.repeat(24);

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const files = ['remoteEntry.js', 'static/js/async/texts-de.1.js', 'static/css/async/screen.2.css'] as const;

export function siteRemote(name: string, version: string): PinnedRemote {
  const base = `/remotes/${name}/${version}/`;
  return {
    version,
    contract: '^1.0.0',
    shared: { react: '^19.3.0' },
    entry: `${base}remoteEntry.js`,
    initial: [`${base}static/css/async/screen.2.css`],
    integrity: Object.fromEntries(files.map((file) => [base + file, integrityOf(base + file)])),
  };
}

/** The signature has the right form and is invalid. */
export function siteSet(changed: Partial<ReleaseSet> = {}): ReleaseSet {
  return {
    museumId,
    sequence: 42,
    issuedAt: '2026-11-20T10:00:00.000Z',
    expiresAt: '2026-11-21T10:00:00.000Z',
    contract: '1.2.0',
    remotes: { visit: siteRemote('visit', '1.8.0'), landing: siteRemote('landing', '1.2.0') },
    keyId: '0'.repeat(16),
    signature: 'A'.repeat(86),
    ...changed,
  };
}

export function localBuild(name: string, version: string): LocalBuild {
  const contents = files.map((file): [string, Buffer] => [file, Buffer.from(`${name} ${version} ${file}`)]);
  const recorded = contents.map(([file, bytes]) => [file, { bytes: bytes.length, integrity: integrityOf(bytes.toString()) }]);
  return {
    release: releaseOf({ name, version, initial: ['static/css/async/screen.2.css'], files: Object.fromEntries(recorded) }),
    files: new Map([...contents, ['remoteEntry.js.map', Buffer.from('{}')]]),
    stamp: createStamp(version),
  };
}
