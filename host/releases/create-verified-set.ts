import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { SetProblem } from '@enfilade/shared-contracts/remote/signed-set';
import { createSetCheck } from './check-set.ts';
import { createReleaseSet, museumOf, type ReleaseSetInForce } from './read-release-set.ts';
import { loadServerTime } from './server-time.ts';
import { createSetMemory } from './set-memory.ts';
import { createSetTrust } from './set-trust.ts';

export interface VerifiedSetOptions {
  window: Window;
  api: GuideApi;
  clock: Clock;
  /** The page's own, for what no client answers: the time that stands above an answer. */
  fetch: (url: string, options: RequestInit) => Promise<Response>;
  report(problem: SetProblem): void;
}

/** The page's release set, verified by what page, build and browser know of the site's keys. */
export function createVerifiedSet({ window, api, clock, fetch, report }: VerifiedSetOptions): ReleaseSetInForce {
  const page = window.document;
  const memory = createSetMemory(window, clock.now);
  const trust = createSetTrust({
    builtIn: keysIn(process.env['ENFILADE_SET_KEYS'] ?? '', ','),
    inPage: keysIn(page.querySelector('meta[name="release-keys"]')?.getAttribute('content') ?? '', ' '),
    memory,
    // Absent outside secure contexts, whatever the types say.
    subtle: (window.crypto as { subtle?: SubtleCrypto }).subtle,
    location: window.location,
  });
  const serverTime = () => loadServerTime(fetch, clock);
  const check = createSetCheck({ museumId: museumOf(page), trust, memory, now: clock.now, serverTime });
  return createReleaseSet({ page, api, check, report });
}

function keysIn(text: string, between: string): string[] {
  return text
    .split(between)
    .map((key) => key.trim())
    .filter(Boolean);
}
