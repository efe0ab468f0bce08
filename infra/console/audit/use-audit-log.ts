import type { AuditRecord } from '@enfilade/shared-contracts/api/registry-schemas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useConsole } from '../common/console.tsx';
import { describeFailure } from '../common/failures.ts';

/** Records after a number, oldest first, at most the registry's page of them; `next` continues. */
type LoadAudit = (after: number) => Promise<{ records: AuditRecord[]; next?: number | undefined }>;

/** Not more than the registry gives at once: the records right after a number are then always all there. */
const windowLength = 200;
/** Most windows that are read for one "more": a museum may have been quiet for long. */
const mostWindows = 10;

interface AuditPart {
  /** Newest first. */
  records: AuditRecord[];
  /** Where to continue, undefined at the beginning of the log. */
  before: number | undefined;
}

/** The newest records: from `near`, a number that is known to be in the log, to its end and backwards from there. */
export async function loadNewest(loadAudit: LoadAudit, near: number, wanted: number): Promise<AuditPart> {
  const start = Math.max(0, near - windowLength);
  const records: AuditRecord[] = [];
  for (let next: number | undefined = start; next !== undefined; ) {
    const page = await loadAudit(next);
    records.push(...page.records);
    next = page.next;
  }
  const newest: AuditPart = { records: records.reverse(), before: start === 0 ? undefined : start + 1 };
  return records.length >= wanted ? newest : withEarlier(newest, loadAudit, wanted - records.length);
}

/** The records before a number. */
export async function loadEarlier(loadAudit: LoadAudit, before: number, wanted: number): Promise<AuditPart> {
  const records: AuditRecord[] = [];
  let end = before;
  for (let window = 0; window < mostWindows && end > 1 && records.length < wanted; window += 1) {
    const start = Math.max(0, end - 1 - windowLength);
    const page = await loadAudit(start);
    records.push(...page.records.filter(({ seq }) => seq < end).reverse());
    end = start + 1;
  }
  return { records, before: end > 1 ? end : undefined };
}

async function withEarlier({ records, before }: AuditPart, loadAudit: LoadAudit, wanted: number): Promise<AuditPart> {
  if (before === undefined) return { records, before };
  const earlier = await loadEarlier(loadAudit, before, wanted);
  return { records: [...records, ...earlier.records], before: earlier.before };
}

export type AuditLog = ReturnType<typeof useAuditLog>;

interface AuditLogOptions {
  /** A number that is known to stand in the log, as new as possible. */
  near: number;
  /** Of one museum; of everything without. */
  museumId?: string;
}

const pageLength = 20;

/** Who did what, from the newest back as far as somebody wants to read. */
export function useAuditLog({ near, museumId }: AuditLogOptions) {
  const { client, t } = useConsole();
  const [records, setRecords] = useState<AuditRecord[]>();
  const [before, setBefore] = useState<number | undefined>(undefined);
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const round = useRef(0);
  const audit = useCallback((after: number) => client.loadAudit(after, museumId), [client, museumId]);

  async function show(load: () => Promise<AuditPart>): Promise<void> {
    round.current += 1;
    const mine = round.current;
    setLoading(true);
    try {
      const part = await load();
      if (mine !== round.current) return;
      setRecords(part.records);
      setBefore(part.before);
      setProblem(undefined);
    } catch (error) {
      if (mine === round.current) setProblem(describeFailure(t, error));
    } finally {
      if (mine === round.current) setLoading(false);
    }
  }

  const reload = () => show(() => loadNewest(audit, near, pageLength));
  // A set that is newer means that something happened here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    void reload();
    return () => {
      round.current += 1;
    };
  }, [audit, near]);

  const loadMore = async (from: number) => {
    const earlier = await loadEarlier(audit, from, pageLength);
    return { records: [...(records ?? []), ...earlier.records], before: earlier.before };
  };
  return {
    /** Newest first; undefined until they have come. */
    records,
    isLoading,
    problem,
    reload,
    /** Undefined at the beginning of the log. */
    loadMore: before === undefined ? undefined : () => !isLoading && void show(() => loadMore(before)),
  };
}
