import type { Overview } from '@enfilade/shared-contracts/api/registry-schemas';
import { useEffect } from 'react';
import { AuditList, useAuditLog } from '../audit/audit-page.tsx';
import { RouteLink, useConsole } from '../common/console.tsx';
import { Loading, PageHeading, Section } from '../common/parts.tsx';
import { useListedScreens } from '../common/screens.ts';
import type { Releases } from '../overview/overview-page.tsx';
import styles from '../styles/page.module.css';
import { SpendingSection, VitalsSection } from './figures.tsx';
import { GrantSection } from './grant-section.tsx';
import { useMuseumDetails } from './museum-context.ts';
import { RollbackSection } from './rollback-section.tsx';
import { RolloutsSection } from './rollouts-section.tsx';
import { ScreensSection } from './screens-section.tsx';

interface MuseumPageProps {
  /** `*` for the default. */
  museumId: string;
  running: Releases;
  overview: Overview;
  /** Only operators of everything change the default. */
  mayChange: boolean;
  reloadOverview(): Promise<void>;
}

export function MuseumPage({ museumId, running, overview, mayChange, reloadOverview }: MuseumPageProps) {
  const { t } = useConsole();
  const names = useListedScreens(overview, museumId);
  const details = useMuseumDetails(museumId, names);
  const log = useAuditLog({ sequence: running.sequence, museumId });
  const name = 'name' in running ? running.name : t('default.name');
  useEffect(() => {
    document.title = `${name} – Enfilade`;
    return () => {
      document.title = `${t('title')} – Enfilade`;
    };
  }, [name, t]);
  const set = t('overview.set', { sequence: running.sequence });
  const code = 'code' in running && running.code ? `${running.code}, ${set}` : set;
  const museum = mayChange &&
    details.value && {
      museumId,
      running,
      overview,
      details: details.value,
      reload: () => Promise.all([reloadOverview(), details.reload(), log.reload()]),
      whom: museumId === '*' ? t('default.whom') : name,
    };
  return (
    <>
      <header className={styles['head']}>
        <PageHeading text={name} />
        <p>{museumId === '*' ? `${code}. ${t('default.words')}` : code}</p>
      </header>
      <p className={styles['way']}>
        {museumId !== '*' && <RouteLink to={{ page: 'questions', museumId }}>{t('questions.title')}</RouteLink>}
        {mayChange && <RouteLink to={{ page: 'errors', museumId }}>{t('errors.title')}</RouteLink>}
      </p>
      {museum && (
        <>
          <ScreensSection museum={museum} />
          <RolloutsSection museum={museum} />
          <RollbackSection museum={museum} />
          {museumId !== '*' && <GrantSection museum={museum} />}
        </>
      )}
      {mayChange ? (
        <>
          {!museum && (
            <div className={styles['coming']}>
              <Loading {...details} />
            </div>
          )}
          <VitalsSection museumId={museumId} names={names} />
          <SpendingSection museumId={museumId} />
        </>
      ) : (
        <p>{t('default.mayNot')}</p>
      )}
      <Section title={t('audit.title')}>
        <AuditList log={log} />
      </Section>
    </>
  );
}
