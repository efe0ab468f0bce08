import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import type { SetProblem } from '@enfilade/shared-contracts/releases/signed-set';
import type { TestSigner } from '@enfilade/shared-contracts/releases/testing/sign-set';
import { type CurrentSet, createCurrentSet } from '../current-set.ts';
import { createSetVerifier } from '../set-verifier.ts';

export const museumId = '6610a1b2c3d4e5f601000001';
export const entry = '/remotes/landing/1.0.0/remoteEntry.js';
export const hash = `sha384-${'a'.repeat(64)}`;
export const noon = Date.parse('2026-11-20T12:00:00Z');
const hourMs = 3_600_000;

/** At noon, half of the set's life is over. */
export const unsignedSet: Omit<ReleaseSet, 'keyId' | 'signature'> = {
  museumId,
  sequence: 7,
  issuedAt: new Date(noon - 12 * hourMs).toISOString(),
  expiresAt: new Date(noon + 12 * hourMs).toISOString(),
  contract: '1.0.0',
  remotes: {
    landing: {
      version: '1.0.0',
      contract: '^1.0.0',
      shared: { react: '^19.0.0' },
      entry,
      initial: [],
      integrity: { [entry]: hash },
    },
  },
};

export interface PageTerms {
  html?: string;
  keys: readonly TestSigner[];
  /** Undefined for a failed request. */
  answer?: ReleaseSet;
  builtIn?: readonly string[];
  subtle?: SubtleCrypto | undefined;
  location?: Pick<Location, 'protocol' | 'hostname'>;
  now?: number;
  /** Undefined for a site that does not answer. */
  serverNow?: number;
  /** By default answers with `serverNow`. */
  fetch?(url: string, options: RequestInit): Promise<Response>;
  clock?: Clock;
  /** The same object is the same browser. */
  storage?: Storage | undefined;
}

/** A response with this date, or without one. */
export const saying = (ms?: number) => new Response(null, { headers: ms === undefined ? {} : { date: new Date(ms).toUTCString() } });

export interface SignedPage {
  set: CurrentSet;
  problems: SetProblem[];
  asked(): number;
}

/** By default on a museum's own origin. */
export function openPage(terms: PageTerms): SignedPage {
  document.documentElement.dataset['museum'] = museumId;
  const keys = terms.keys.map(({ publicKey }) => publicKey).join(' ');
  document.body.innerHTML = `<meta name="release-keys" content="${keys}"><script type="application/json" id="release-set"></script>`;
  (document.getElementById('release-set') as HTMLElement).textContent = terms.html ?? '';
  const problems: SetProblem[] = [];
  let asked = 0;
  const storage = terms.storage ?? createStorage();
  process.env['ENFILADE_SET_KEYS'] = (terms.builtIn ?? []).join();
  const verifier = createSetVerifier(
    {
      ...{ document, localStorage: storage },
      crypto: { subtle: 'subtle' in terms ? terms.subtle : crypto.subtle },
      location: terms.location ?? { protocol: 'https:', hostname: 'guide.example.org' },
    },
    { ...(terms.clock ?? createHandClock()), now: () => terms.now ?? noon },
    terms.fetch ?? (async () => saying(terms.serverNow)),
  );
  const api: Pick<GuideApi, 'loadReleaseSet'> = {
    loadReleaseSet() {
      asked += 1;
      return terms.answer ? Promise.resolve(terms.answer) : Promise.reject(new Error('down'));
    },
  };
  const set = createCurrentSet({ page: document, api, verifier, report: (problem) => void problems.push(problem) });
  return { set, problems, asked: () => asked };
}

export function createStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}
