import type { JournalRecord } from '../actions/actions.ts';
import { allows, type Scope, type Touched } from '../actions/define-action.ts';
import type { Registry } from '../registry.ts';

export const auditPageLength = 200;
/** Limits the reads for callers who may see few of the records. */
const mostReads = 5;

interface AuditQuery {
  scope: Scope;
  /** Limits the records to this museum, or to the default for `*`. */
  museumId?: string | undefined;
  after: number;
  since?: string | undefined;
}

type Read = Pick<Registry, 'audit' | 'touchedBy'>;

/** A request reads only a part of the journal if few records are visible; the next request continues at `next`. */
export async function readAuditLog(
  registry: Read,
  { scope, museumId, after, since }: AuditQuery,
): Promise<{ records: JournalRecord[]; next?: number }> {
  const seen: JournalRecord[] = [];
  const earliest = since === undefined ? 0 : Date.parse(since);
  let last = after;
  for (let reads = 0; reads < mostReads && seen.length < auditPageLength; reads += 1) {
    const page = await registry.audit(last);
    const newest = page.at(-1);
    if (!newest) return { records: seen };
    last = newest.seq;
    seen.push(...page.filter((record) => Date.parse(record.at) >= earliest && isVisible(registry.touchedBy(record), scope, museumId)));
  }
  const records = seen.slice(0, auditPageLength);
  return { records, next: seen.length > auditPageLength ? (records.at(-1)?.seq ?? last) : last };
}

/** Newest first. The next request continues before `next`. */
export async function readNewest(
  registry: Read & Pick<Registry, 'size'>,
  { scope, museumId, wanted, before }: { scope: Scope; museumId?: string | undefined; wanted: number; before?: number | undefined },
): Promise<{ records: JournalRecord[]; next?: number }> {
  const seen: JournalRecord[] = [];
  let end = Math.min(before ?? Number.MAX_SAFE_INTEGER, registry.size().records + 1);
  for (let reads = 0; reads < mostReads && end > 1 && seen.length < wanted; reads += 1) {
    const start = Math.max(0, end - 1 - auditPageLength);
    const page = (await registry.audit(start)).filter(({ seq }) => seq < end);
    seen.push(...page.filter((record) => isVisible(registry.touchedBy(record), scope, museumId)).reverse());
    end = start + 1;
  }
  const records = seen.slice(0, wanted);
  const next = seen.length > wanted ? (records.at(-1)?.seq ?? end) : end;
  return { records, ...(next > 1 && { next }) };
}

function isVisible(touched: Touched | 'site', scope: Scope, museumId: string | undefined): boolean {
  if (touched === 'site') return museumId === undefined && allows(scope, 'read', undefined, '*');
  const { remotes, museums } = touched;
  if (museumId !== undefined && !museums.includes(museumId)) return false;
  const maySeeMuseums = museums.every((museum) => allows(scope, 'read', undefined, museum));
  return allows(scope, 'read') && maySeeMuseums && remotes.every((remote) => allows(scope, 'read', remote));
}
