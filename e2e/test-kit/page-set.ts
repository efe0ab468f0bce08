import { sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { signedBytes } from '@enfilade/shared-contracts/releases/signed-set';
import type { Fault } from './fault.ts';
import type { RunningSite } from './start-site.ts';

const setElement = /(<script[^>]*id="release-set"[^>]*>)(.*?)(<\/script>)/s;

/** If `change` returns undefined, the page has no set. */
export function inPage(change: (set: ReleaseSet) => unknown): Fault {
  return {
    kind: 'rewrite',
    change: (html) =>
      html.replace(setElement, (_, open: string, json: string, close: string) => {
        const changed = change(JSON.parse(json) as ReleaseSet);
        return changed === undefined ? '' : open + JSON.stringify(changed).replaceAll('<', '\\u003c') + close;
      }),
  };
}

/** Changes the set at the gateway's address. */
export function inAnswer(change: (set: ReleaseSet) => unknown): Fault {
  return { kind: 'rewrite', change: (body) => JSON.stringify(change(JSON.parse(body) as ReleaseSet)) };
}

export function signAgain(site: RunningSite, set: ReleaseSet): ReleaseSet {
  const key = readFileSync(path.join(site.dataDir, 'keys/signing.pem'));
  return { ...set, signature: sign('sha256', signedBytes(set), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url') };
}
