import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { createStore, type ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { parseEntityId } from '@enfilade/shared-contracts/museum/id';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { canonicalJson, parseSet, type SetProblem } from '@enfilade/shared-contracts/releases/signed-set';
import { museumOf } from './page-frame.ts';
import { RemoteError } from './remote-error.ts';
import type { SetVerifier } from './set-verifier.ts';

type ParsedSet = ReturnType<typeof parseSet>;
type Listener = Parameters<ReadableStore<ReleaseSet | undefined>['subscribe']>[0];

/** The only owner of the current set, which is undefined until a set is verified. */
export type CurrentSet = ReturnType<typeof createCurrentSet>;

export interface CurrentSetOptions {
  page: Document;
  api: Pick<GuideApi, 'loadReleaseSet'>;
  verifier: SetVerifier;
  /** Called for each ignored set, and for a set that runs unverified. */
  report(problem: SetProblem): void;
}

/** If the set in the HTML is missing or invalid, the page uses its last good set, and otherwise requests the museum's set. */
export function createCurrentSet({ page, api, verifier, report }: CurrentSetOptions) {
  /** `isRefused`: the page ignores all data of the set in the HTML. */
  const store = createStore<{ set?: ReleaseSet; isRefused?: boolean }>({});
  const getState = () => store.getState().set;
  const inPage = readInlineSet(page);
  let untried = inPage;
  let loading: Promise<ReleaseSet> | undefined;
  const hashes = new Map<string, string>();
  let reported = '';

  async function verify(found: ParsedSet): Promise<ReleaseSet | undefined> {
    const problem = 'problem' in found ? found.problem : await verifier.verify(found.set);
    if (problem) reportOnce(problem, found);
    if ('problem' in found || (problem && problem !== 'set-unverified')) return undefined;
    if (!problem) await verifier.accept(found.set);
    return storeHashes(found.set);
  }

  function storeHashes(verified: ReleaseSet): ReleaseSet {
    for (const { integrity } of Object.values(verified.remotes)) {
      for (const [path, hash] of Object.entries(integrity)) hashes.set(path, hash);
    }
    return verified;
  }

  async function lastGood(): Promise<ReleaseSet | undefined> {
    const last = await verifier.lastGood();
    return last && storeHashes(last);
  }

  /** The page fetches a set every half minute, and reports each problem once. */
  function reportOnce(problem: SetProblem, found: ParsedSet): void {
    const key = `${problem} ${'set' in found && found.set.signature}`;
    if (key !== reported) report(problem);
    reported = key;
  }

  function replace(next: ReleaseSet): void {
    page.documentElement.dataset['composition'] = String(next.sequence);
    store.set({ ...store.getState(), set: next });
  }

  async function loadFirst(): Promise<ReleaseSet> {
    const inline = untried;
    untried = undefined;
    const ofPage = inline && (await verify(inline));
    if (inline && !ofPage) store.set({ isRefused: true });
    const first = ofPage ?? (await lastGood()) ?? (await verify(await fetchSet(page, api)));
    if (!first) throw new RemoteError('integrity', 'No release set passed verification (HTML, storage, gateway)');
    replace(first);
    return first;
  }

  return {
    getState,
    /** The listener also runs when the page refuses the set in the HTML. */
    subscribe: (listener: Listener) => store.subscribe(({ set }, { set: before }) => listener(set, before)),
    /** Only for preparing probable requests and for choosing the requested screen. Undefined once this set is refused. */
    unverified: () => (inPage && 'set' in inPage && !store.getState().isRefused ? inPage.set : undefined),
    /** Rejects with RemoteError; the next call tries again. */
    load(): Promise<ReleaseSet> {
      const current = getState();
      if (current) return Promise.resolve(current);
      loading ??= loadFirst().finally(() => {
        loading = undefined;
      });
      return loading;
    },
    /** The verified set of the gateway; undefined if it does not differ or must not run. @throws {RemoteError} */
    async refetch() {
      const found = await fetchSet(page, api);
      const current = getState();
      if (!('set' in found) || !current || isNewSet(found.set, current)) return verify(found);
      const isOlder = found.set.sequence < current.sequence;
      if (isOlder || canonicalJson(found.set.remotes) === canonicalJson(current.remotes)) return undefined;
      // The set has the same versions, with the hashes of another language's texts.
      const verified = await verify(found);
      if (verified) replace(verified);
      return undefined;
    },
    replace,
    /** Covers all sets verified here: a version may run on after the set that pinned it. */
    integrityOf: (path: string) => hashes.get(path),
  };
}

function readInlineSet(page: Document): ParsedSet | undefined {
  const text = page.getElementById('release-set')?.textContent;
  return text ? parseSet(text) : undefined;
}

async function fetchSet(page: Document, api: Pick<GuideApi, 'loadReleaseSet'>): Promise<ParsedSet> {
  const museumId = parseEntityId(museumOf(page));
  if (!museumId) throw new RemoteError('unreachable', 'The page has no museum id and no release set');
  try {
    return { set: await api.loadReleaseSet(museumId) };
  } catch (cause) {
    if (cause instanceof ApiError && cause.category === 'malformed') return { problem: 'set-shape' };
    throw new RemoteError('unreachable', 'The release set could not be loaded', cause);
  }
}

/** The same sequence differs if a rollout's share grows or a grant ends. A lower sequence is never new. */
export function isNewSet(found: ReleaseSet, current: ReleaseSet | undefined): boolean {
  if (!current || found.sequence > current.sequence) return true;
  return found.sequence === current.sequence && listVersions(found) !== listVersions(current);
}

function listVersions({ remotes, grants }: ReleaseSet): string {
  return canonicalJson([
    Object.entries(remotes)
      .map(([name, { version }]) => [name, version])
      .sort(),
    grants ?? [],
  ]);
}
