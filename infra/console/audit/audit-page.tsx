import type { AuditRecord, Overview } from '@enfilade/shared-contracts/api/registry-schemas';
import { Button } from '@enfilade/shared-contracts/ui/button';
import common from '@enfilade/shared-contracts/ui/styles/common.module.css';
import { useCallback, useState } from 'react';
import { useConsole } from '../common/console.tsx';
import { Loading, PageHead } from '../common/parts.tsx';
import { useQuery } from '../common/use-query.ts';
import styles from '../styles/audit-log.module.css';

/** `*` for the default; undefined for a publication, which has no museum. */
export function museumOfRecord({ payload }: Pick<AuditRecord, 'payload'>): string | undefined {
  const { museumId } = payload;
  return typeof museumId === 'string' ? museumId : undefined;
}

/** @param records newest first */
export function lastPinChange(records: readonly AuditRecord[], museumId: string, name: string): AuditRecord | undefined {
  const isAbout = ({ action, payload }: AuditRecord) =>
    action === 'rolled-back' || (['pin-set', 'pin-removed'].includes(action) && payload['name'] === name);
  return records.find((record) => museumOfRecord(record) === museumId && isAbout(record));
}

export type AuditLog = ReturnType<typeof useAuditLog>;

interface AuditLogOptions {
  /** A new sequence means new records. */
  sequence: number;
  /** Undefined for the records of all museums. */
  museumId?: string;
}

const pageLength = 50;
/** One “Load more” skips the records of other museums, by up to this many requests. */
const mostRequests = 10;
const refreshMs = 60_000;

/** Newest first, loaded as far back as the operator scrolls. */
export function useAuditLog({ sequence, museumId: museum }: AuditLogOptions) {
  const { client, language } = useConsole();
  const [wanted, setWanted] = useState(pageLength);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer set has newer records
  const load = useCallback(async () => {
    const records: AuditRecord[] = [];
    let before: number | undefined;
    for (let asked = 0; asked < mostRequests && records.length < wanted && (asked === 0 || before !== undefined); asked += 1) {
      const part = await client.loadAudit({ newest: Math.min(wanted - records.length, 200), before, language, museum });
      records.push(...part.records);
      before = part.next;
    }
    return { records, wanted, hasMore: before !== undefined };
  }, [client, language, museum, wanted, sequence]);
  const { value, failure, reload } = useQuery(load, refreshMs);
  const isLoading = value !== undefined && value.wanted < wanted;
  return {
    /** Undefined until the records have loaded. */
    records: value?.records,
    isLoading,
    failure,
    reload,
    /** Undefined at the beginning of the log. */
    loadMore: value?.hasMore ? () => setWanted(wanted + pageLength) : undefined,
  };
}

export function AuditPage({ overview }: { overview: Overview }) {
  const { t } = useConsole();
  const sequence = Math.max(overview.default.sequence, ...overview.museums.map((museum) => museum.sequence));
  const museumName = (record: AuditRecord) => {
    const museumId = museumOfRecord(record);
    if (museumId === '*') return t('default.name');
    return overview.museums.find((museum) => museum.museumId === museumId)?.name ?? museumId;
  };
  return (
    <>
      <PageHead title={t('audit.title')} />
      <AuditList log={useAuditLog({ sequence })} museumName={museumName} />
    </>
  );
}

interface AuditListProps {
  log: AuditLog;
  /** Absent in the log of one museum. */
  museumName?(record: AuditRecord): string | undefined;
}

export function AuditList({ log: { records, loadMore, isLoading, failure, reload }, museumName }: AuditListProps) {
  const { t } = useConsole();
  return (
    <div className={styles['log']}>
      {records && records.length === 0 && !loadMore && <p>{t('audit.none')}</p>}
      {records && records.length > 0 && (
        <ol className={styles['list']}>
          {records.map((record) => (
            <AuditLine key={record.seq} record={record} museum={museumName?.(record)} />
          ))}
        </ol>
      )}
      {(!records || failure !== undefined) && <Loading failure={failure} reload={reload} />}
      {failure === undefined && loadMore && (
        <Button onClick={loadMore} aria-disabled={isLoading}>
          {isLoading ? t('shared:loading') : t('audit.more')}
        </Button>
      )}
    </div>
  );
}

function AuditLine({ record, museum }: { record: AuditRecord; museum: string | undefined }) {
  const { formats } = useConsole();
  const { seq, at, actor, sentence } = record;
  return (
    <li>
      <span className={styles['number']} aria-hidden="true">
        {seq}
      </span>
      <div>
        <p>{museum ? `${museum}: ${sentence}` : sentence}</p>
        <p className={common['note']}>
          <time dateTime={at}>{formats.time(at)}</time>
          <span>{`, ${actor}`}</span>
        </p>
      </div>
    </li>
  );
}
