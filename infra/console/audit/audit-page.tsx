import { Button } from '@enfilade/shared-contracts/ui/button';
import type { ConsoleTools } from '../common/console-tools.ts';
import { PageHeading } from '../common/page-parts.tsx';
import type { AuditRecord, Overview } from '../common/schemas.ts';
import styles from '../styles/audit-log.module.css';
import pageStyles from '../styles/page.module.css';
import { auditText, museumOfRecord } from './audit-text.ts';
import { type AuditLog, useAuditLog } from './use-audit-log.ts';

/** The whole audit log: every museum, the default, and what was published. */
export function AuditPage({ overview, tools }: { overview: Overview; tools: ConsoleTools }) {
  const { t } = tools;
  const near = Math.max(overview.default.sequence, ...overview.museums.map(({ sequence }) => sequence));
  const log = useAuditLog(tools, { near });
  return (
    <>
      <header className={pageStyles['head']}>
        <PageHeading text={t('audit.title')} />
      </header>
      <AuditList log={log} overview={overview} tools={tools} />
    </>
  );
}

interface AuditListProps {
  log: AuditLog;
  overview: Overview;
  tools: ConsoleTools;
  /** Of one museum, which need not be named in each line. */
  isOfOne?: boolean;
}

export function AuditList({ log, overview, tools, isOfOne }: AuditListProps) {
  const { t } = tools;
  const { records, loadMore, isLoading, problem, reload } = log;
  return (
    <div className={styles['log']}>
      {records && records.length === 0 && !loadMore && <p>{t('audit.none')}</p>}
      {records && records.length > 0 && (
        <ol className={styles['list']}>
          {records.map((record) => (
            <AuditLine key={record.seq} record={record} museum={isOfOne ? undefined : museumName(record, overview, tools)} tools={tools} />
          ))}
        </ol>
      )}
      {problem && <p role="alert">{problem}</p>}
      {problem && <Button onClick={() => void reload()}>{t('shared:retry')}</Button>}
      {!problem && loadMore && (
        <Button onClick={loadMore} aria-disabled={isLoading}>
          {isLoading ? t('shared:loading') : t('audit.more')}
        </Button>
      )}
      {!records && !problem && <p role="status">{t('shared:loading')}</p>}
    </div>
  );
}

function museumName(record: AuditRecord, { museums }: Overview, { t }: ConsoleTools): string | undefined {
  const museumId = museumOfRecord(record);
  if (museumId === '*') return t('default.name');
  return museums.find((museum) => museum.museumId === museumId)?.name ?? museumId;
}

function AuditLine({ record, museum, tools: { t, formats } }: { record: AuditRecord; museum: string | undefined; tools: ConsoleTools }) {
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
