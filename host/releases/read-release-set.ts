import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { parseEntityId } from '@enfilade/shared-contracts/museum/id';
import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import { parseSet, type SetProblem } from '@enfilade/shared-contracts/remote/signed-set';
import type { SetCheck } from './check-set.ts';
import { isNewSet } from './is-new-set.ts';
import { RemoteError } from './remote-error.ts';

type FoundSet = ReturnType<typeof parseSet>;

/** The museum a page's set has to be signed for. */
export const museumOf = (page: Document): string => page.documentElement.dataset['museum'] || '*';

export interface ReleaseSetInForce {
  /** What the page says its set is, unverified: good for guessing what will be wanted, and for nothing else. */
  claimed(): ReleaseSet | undefined;
  /** The verified set. Rejects with RemoteError('no-composition'); asks again the next time. */
  current(): Promise<ReleaseSet>;
  /** The same, if it is settled already. */
  now(): ReleaseSet | undefined;
  /**
   * What the gateway gives this visitor now, verified, when it says something else than the set in force; its files
   * may be loaded from then on. Undefined when it does not, or was ignored. Rejects with RemoteError('no-composition').
   */
  askAnew(): Promise<ReleaseSet | undefined>;
  /** From now on the page runs this set, which `askAnew` gave. */
  replace(by: ReleaseSet): void;
  /** Hash of a file of any set that was verified here: a version runs on after the set that pinned it. */
  integrityOf(path: string): string | undefined;
}

export interface ReleaseSetOptions {
  page: Document;
  api: Pick<GuideApi, 'loadReleaseSet'>;
  check: SetCheck;
  /** Told of every set that was ignored, and of one that runs unverified. */
  report(problem: SetProblem): void;
}

/**
 * A page runs one set: the one in its HTML, else the last good one of an earlier visit, else the one that the
 * gateway gives for the page's museum.
 */
export function createReleaseSet({ page, api, check, report }: ReleaseSetOptions): ReleaseSetInForce {
  const inPage = readInlineSet(page);
  let untried = inPage;
  let set: ReleaseSet | undefined;
  let settling: Promise<ReleaseSet> | undefined;
  const hashes = new Map<string, string>();
  let toldOf = '';

  async function take(found: FoundSet): Promise<ReleaseSet | undefined> {
    const problem = 'problem' in found ? found.problem : await check.findProblem(found.set);
    if (problem) tell(problem, found);
    if ('problem' in found || (problem && problem !== 'set-unverified')) return undefined;
    if (!problem) await check.accept(found.set);
    return admit(found.set);
  }

  function admit(verified: ReleaseSet): ReleaseSet {
    for (const { integrity } of Object.values(verified.remotes)) {
      for (const [path, hash] of Object.entries(integrity)) hashes.set(path, hash);
    }
    return verified;
  }

  async function lastGood(): Promise<ReleaseSet | undefined> {
    const last = await check.lastGood();
    return last && admit(last);
  }

  /** A page that asks every half minute says the same thing once. */
  function tell(problem: SetProblem, found: FoundSet): void {
    const what = `${problem} ${'set' in found && found.set.signature}`;
    if (what !== toldOf) report(problem);
    toldOf = what;
  }

  function replace(by: ReleaseSet): ReleaseSet {
    set = by;
    page.documentElement.dataset['composition'] = String(by.sequence);
    return by;
  }

  async function settle(): Promise<ReleaseSet> {
    const written = untried;
    untried = undefined;
    const found = (written && (await take(written))) ?? (await lastGood()) ?? (await take(await ask(page, api)));
    if (!found) throw new RemoteError('no-composition', 'The release set is not one this page may run');
    return replace(found);
  }

  return {
    claimed: () => (inPage && 'set' in inPage ? inPage.set : undefined),
    current() {
      if (set) return Promise.resolve(set);
      settling ??= settle().finally(() => {
        settling = undefined;
      });
      return settling;
    },
    now: () => set,
    async askAnew() {
      const found = await ask(page, api);
      return 'set' in found && !isNewSet(found.set, set) ? undefined : take(found);
    },
    replace,
    integrityOf: (path) => hashes.get(path),
  };
}

/** What the gateway wrote into the page; undefined when it wrote nothing. */
function readInlineSet(page: Document): FoundSet | undefined {
  const text = page.getElementById('release-set')?.textContent;
  return text ? parseSet(text) : undefined;
}

async function ask(page: Document, api: Pick<GuideApi, 'loadReleaseSet'>): Promise<FoundSet> {
  const museumId = parseEntityId(museumOf(page));
  if (!museumId) throw new RemoteError('no-composition', 'The page names no museum and carries no release set');
  try {
    return parseSet(JSON.stringify(await api.loadReleaseSet(museumId)));
  } catch (cause) {
    if (cause instanceof ApiError && cause.category === 'malformed') return { problem: 'set-shape' };
    throw new RemoteError('no-composition', 'The release set could not be loaded', cause);
  }
}
