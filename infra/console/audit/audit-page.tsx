import type { AuditRecord, Overview } from '@enfilade/shared-contracts/api/registry-schemas';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { useConsole } from '../common/console.tsx';
import { PageHead, RetryButton } from '../common/parts.tsx';
import styles from '../styles/audit-log.module.css';
import { auditText, museumOfRecord } from './audit-text.ts';
import { type AuditLog, useAuditLog } from './use-audit-log.ts';

/** The whole audit log: every museum, the default, and what was published. */
export function AuditPage({ overview }: { overview: Overview }) {
  const { t } = useConsole();
  const near = Math.max(overview.default.sequence, ...overview.museums.map(({ sequence }) => sequence));
  const museumName = (record: AuditRecord) => {
    const museumId = museumOfRecord(record);
    if (museumId === '*') return t('default.name');
    return overview.museums.find((museum) => museum.museumId === museumId)?.name ?? museumId;
  };
  return (
    <>
      <PageHead title={t('audit.title')} />
      <AuditList log={useAuditLog({ near })} museumName={museumName} />
    </>
  );
}

interface AuditListProps {
  log: AuditLog;
  /** Absent in the log of one museum, which need not be named in each line. */
  museumName?(record: AuditRecord): string | undefined;
}

export function AuditList({ log: { records, loadMore, isLoading, problem, reload }, museumName }: AuditListProps) {
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
      {problem && <p role="alert">{problem}</p>}
      {problem && <RetryButton retry={reload} />}
      {!problem && loadMore && (
        <Button onClick={loadMore} aria-disabled={isLoading}>
          {isLoading ? t('shared:loading') : t('audit.more')}
        </Button>
      )}
      {!records && !problem && <p role="status">{t('shared:loading')}</p>}
    </div>
  );
}

function AuditLine({ record, museum }: { record: AuditRecord; museum: string | undefined }) {
  const { t, formats } = useConsole();
  const { seq, at, actor } = record;
  const { key, values } = auditText(record);
  return (
    <li>
      <span className={styles['number']} aria-hidden="true">
        {seq}
      </span>
      <div>
        <p>{museum ? `${museum}: ${t(key, values)}` : t(key, values)}</p>
        <p className={styles['who']}>
          <time dateTime={at}>{formats.time(at)}</time>
          <span>{`, ${actor}`}</span>
        </p>
      </div>
    </li>
  );
}
