import type { AuditRecord, Overview } from '@enfilade/shared-contracts/api/registry-schemas';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useConsole } from '../common/console.tsx';
import { Loading, PageHead } from '../common/parts.tsx';
import styles from '../styles/audit-log.module.css';
import { type AuditLog, museumOfRecord, useAuditLog } from './use-audit-log.ts';

/** The whole audit log: every museum, the default, and what was published. */
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
  /** Absent in the log of one museum, which need not be named in each line. */
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
        <p className={styles['who']}>
          <time dateTime={at}>{formats.time(at)}</time>
          <span>{`, ${actor}`}</span>
        </p>
      </div>
    </li>
  );
}
