import {
  type ErrorBudget,
  type ErrorGroup,
  type MuseumKey,
  museumKeySchema,
  screenErrorsSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import type { ReportFacts } from '../gateway/visits/visit-routes.ts';
import type { Log } from '../http/create-log.ts';
import { errorTarget } from '../http/metric-list.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Endpoint } from '../registry/api/routes.ts';
import { type Counts, countOutcome, createVisitAdmission, noCounts, type Outcomes, plus, visitMs } from '../registry/metrics/counts.ts';
import { addToHours, type Hours, readHours } from '../registry/metrics/release-counts.ts';
import { contractHistory } from '../registry/publish/build-files.ts';
import type { Registry } from '../registry/registry.ts';
import { StoreUnavailableError } from '../registry/state/registry-error.ts';
import type { SharedState } from '../shared-state/shared-state.ts';
import { addError, byVisits, type FoundError, groupKey, keptMs, placeOf, type StoredGroups, showGroup } from './error-groups.ts';
import { createFrameMapper } from './map-frames.ts';

const weekHours = 7 * 24;
const dayHours = 24;
const hourMs = 60 * 60_000;
/** Limits memory. */
const mostWaiting = 200;
/** Older versions than the newest ones rarely have errors of the last 30 days. */
const mostVersions = 100;

interface ScreenErrorsOptions {
  registry: Pick<Registry, 'artifact' | 'isServed' | 'privateFile' | 'listVersions'>;
  hostDir: string;
  kept: Pick<SharedState, 'change'>;
  /** The name does not reveal the id. */
  nameOf(text: string): string;
  metrics: Pick<Metrics, 'count'>;
  clock: Clock;
  log: Log;
}

/** Counts errors in visits of all gateways of the site. */
export type ScreenErrorBook = ReturnType<typeof createScreenErrors>;

const host = 'host';
const errorsKey = (remote: string, version: string) => `errors:${remote}/${version}`;
const budgetKey = (museumId: MuseumKey, remote: string) => `budget:${museumId}/${remote}`;

/** Includes the slot in another screen. Undefined if the report is not a failure. */
function kindOf({ kind, stage, code, slot }: ReportFacts['report']): string | undefined {
  if (kind !== 'failed' && kind !== 'render-error' && kind !== 'error') return undefined;
  const how = stage ?? code ?? kind;
  return slot === undefined ? how : `${how} (${slot})`;
}

export function createScreenErrors({ registry, hostDir, kept, nameOf, metrics, clock, log }: ScreenErrorsOptions) {
  const mapFrames = createFrameMapper({ registry, hostDir, log });
  const isAdmitted = createVisitAdmission(clock);
  const counting = new Set<Promise<void>>();
  let isFailing = false;

  const isKnown = (remote: string, version: string) =>
    remote === host ? contractHistory.has(version) : registry.isServed(remote, version);

  async function count(visit: string, { museumId = '*', report }: ReportFacts, found: FoundError | undefined): Promise<Counts> {
    const { remote, version } = report;
    const budgets = remote === host ? [] : [...new Set<MuseumKey>(['*', museumId])].map((one) => budgetKey(one, remote));
    const lasts = new Map([[`erring:${visit}`, visitMs], ...budgets.map((key) => [key, weekHours * hourMs] as const)]);
    if (found) lasts.set(errorsKey(remote, version), keptMs);
    return kept.change<Counts>({
      keys: [...lasts.keys()],
      lastsMs: [...lasts.values()],
      decide([before, ...values]) {
        const now = clock.now();
        const tried = countOutcome((before as Outcomes | undefined) ?? {}, { scope: remote, hasFailed: found !== undefined, now });
        const { added: result } = tried;
        const hours = budgets.map((_, at) => addToHours((values[at] as Hours | undefined) ?? [], result, result.loadedAt, weekHours));
        if (!found) return { result, ...(result.loads > 0 && { values: [tried.outcomes, ...hours] }) };
        const scope = `${remote}/${version}/${groupKey(placeOf(found.frames, remote), found.kind)}`;
        const { outcomes, added } = countOutcome(tried.outcomes, { scope, hasFailed: true, now });
        const groups = (values[budgets.length] as StoredGroups | undefined) ?? [];
        return { result, values: [outcomes, ...hours, added.failures > 0 ? addError(groups, remote, found, now) : groups] };
      },
    });
  }

  async function find({ museumId = '*', report }: ReportFacts, browser: string): Promise<FoundError | undefined> {
    const kind = kindOf(report);
    return kind === undefined ? undefined : { kind, museumId, browser, frames: await mapFrames(report.frames ?? []) };
  }

  async function add({ id, browser }: NonNullable<ReportFacts['visit']>, given: ReportFacts): Promise<void> {
    try {
      const { loads, failures } = await count(nameOf(id), given, await find(given, browser));
      isFailing = false;
      if (given.report.remote === host) return;
      if (loads > 0) metrics.count('enfilade_screen_visits_total', { remote: given.report.remote, outcome: 'tried' });
      if (failures > 0) metrics.count('enfilade_screen_visits_total', { remote: given.report.remote, outcome: 'failed' });
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'errors of screens cannot be counted now');
      isFailing = true;
    }
  }

  const read = async (keys: readonly string[]): Promise<readonly unknown[]> => {
    try {
      return keys.length === 0 ? [] : await kept.change({ keys, lastsMs: 0, decide: (values) => ({ result: values }) });
    } catch (cause) {
      throw new StoreUnavailableError('Errors of screens cannot be read now; try again later.', { cause });
    }
  };

  return {
    /** Counts published versions only, in the background. */
    onReport(given: ReportFacts): void {
      const { visit, report } = given;
      const { remote, version, kind } = report;
      const isTried = kind === 'loaded' && remote !== host;
      if (!visit || !(isTried || kindOf(report)) || counting.size >= mostWaiting || !isKnown(remote, version)) return;
      if (!isAdmitted(visit)) return;
      const counted = add(visit, given).finally(() => counting.delete(counted));
      counting.add(counted);
    },
    /**
     * Groups of the last 30 days, most visits first.
     * @throws UnknownReleaseError for a remote without published versions, StoreUnavailableError
     */
    async list(
      remote: string,
      { version, museumId }: { version?: string | undefined; museumId?: string | undefined } = {},
    ): Promise<ErrorGroup[]> {
      const all = remote === host ? [...contractHistory.keys()].reverse() : registry.listVersions(remote).map((one) => one.version);
      const versions = version === undefined ? all.slice(0, mostVersions) : all.filter((one) => one === version);
      const values = (await read(versions.map((one) => errorsKey(remote, one)))) as readonly (StoredGroups | undefined)[];
      return versions.flatMap((one, at) => (values[at] ?? []).flatMap((group) => showGroup(group, one, museumId))).sort(byVisits);
    },
    /** `*` means all visits. @throws StoreUnavailableError */
    async budgetOf(remote: string, museumId: MuseumKey): Promise<ErrorBudget> {
      const [value] = (await read([budgetKey(museumId, remote)])) as readonly (Hours | undefined)[];
      const hours = readHours(value ?? [], clock.now(), weekHours);
      return { target: errorTarget, week: hours.reduce(plus, noCounts), day: hours.slice(-dayHours).reduce(plus, noCounts) };
    },
    /** Waits for running counts. Call `close` after the last report. */
    async close(): Promise<void> {
      await Promise.all(counting);
    },
  };
}

const errorsQuerySchema = z.strictObject({
  name: remoteNameSchema,
  version: z.optional(remoteVersionSchema),
  museum: z.optional(museumKeySchema),
});

/** The remote may be `host`. Callers with rights on all museums may ask for all visits. */
export const errorEndpoints: { errors: Endpoint<Pick<ScreenErrorBook, 'list' | 'budgetOf'>, z.infer<typeof errorsQuerySchema>> } = {
  errors: {
    route: 'GET /remotes/:name/errors',
    request: errorsQuerySchema,
    touches: ({ name, museum = '*' }) => ({ remote: name, museum }),
    async handle({ name, version, museum }, book) {
      const museumId = museum === '*' ? undefined : museum;
      const [errors, budget] = await Promise.all([book.list(name, { version, museumId }), book.budgetOf(name, museumId ?? '*')]);
      return screenErrorsSchema.parse({ errors, budget });
    },
  },
};
