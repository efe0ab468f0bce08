import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { parseEntityId } from '@enfilade/shared-contracts/museum/id';
import { type ReleaseSet, releaseSetSchema } from '@enfilade/shared-contracts/remote/release-set';
import { RemoteError } from './remote-error.ts';

/** The set the gateway wrote into the page; undefined when it is missing or not one. */
export function readInlineSet(page: Document): ReleaseSet | undefined {
  const text = page.getElementById('release-set')?.textContent;
  if (!text) return undefined;
  try {
    return releaseSetSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export interface ReleaseSetInForce {
  /** The set as far as it is here: at first the one in the page. */
  known(): ReleaseSet | undefined;
  /** Rejects with RemoteError('no-composition'); asks again the next time. */
  current(): Promise<ReleaseSet>;
  /** Hash of a file of the set, once the set is known. */
  integrityOf(path: string): string | undefined;
}

/** A page runs one set: the one in its HTML, else the one the gateway gives for the page's museum. */
export function createReleaseSet(page: Document, api: GuideApi): ReleaseSetInForce {
  let set = readInlineSet(page);
  let asking: Promise<ReleaseSet> | undefined;

  async function ask(): Promise<ReleaseSet> {
    const museumId = parseEntityId(page.documentElement.dataset['museum']);
    if (!museumId) throw new RemoteError('no-composition', 'The page names no museum and carries no release set');
    try {
      set = await api.loadReleaseSet(museumId);
    } catch (cause) {
      throw new RemoteError('no-composition', 'The release set could not be loaded', cause);
    }
    page.documentElement.dataset['composition'] = String(set.sequence);
    return set;
  }

  return {
    known: () => set,
    current() {
      if (set) return Promise.resolve(set);
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    integrityOf: (path) => Object.values(set?.remotes ?? {}).find((remote) => path in remote.integrity)?.integrity[path],
  };
}
