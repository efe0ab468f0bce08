import { useEffect } from 'react';
import { AuditList } from '../audit/audit-page.tsx';
import { useAuditLog } from '../audit/use-audit-log.ts';
import { RouteLink } from '../common/console-route.tsx';
import type { ConsoleTools } from '../common/console-tools.ts';
import { Loading, PageHeading } from '../common/page-parts.tsx';
import type { DefaultOverview, MuseumOverview, Overview } from '../common/schemas.ts';
import { useListedScreens } from '../common/screens.ts';
import styles from '../styles/page.module.css';
import { GrantSection } from './grant-section.tsx';
import { type MuseumContext, useMuseumDetails } from './museum-context.ts';
import { RollbackSection } from './rollback-section.tsx';
import { RolloutsSection } from './rollouts-section.tsx';
import { ScreensSection } from './screens-section.tsx';
import { SpendingSection } from './spending-section.tsx';
import { VitalsSection } from './vitals-section.tsx';

interface MuseumPageProps {
  /** `*` for the default. */
  museumId: string;
  running: DefaultOverview | MuseumOverview;
  overview: Overview;
  /** The default is changed by operators of everything only. */
  mayChange: boolean;
  reloadOverview(): Promise<void>;
  tools: ConsoleTools;
}

/** Everything an operator can do for one museum, or for all that have no pins of their own. */
export function MuseumPage({ museumId, running, overview, mayChange, reloadOverview, tools }: MuseumPageProps) {
  const { t } = tools;
  const names = useListedScreens(overview, museumId);
  const details = useMuseumDetails(museumId, overview, tools);
  const log = useAuditLog(tools, { near: running.sequence, museumId });
  const name = 'name' in running ? running.name : t('default.name');
  useEffect(() => {
    document.title = `${name} – Enfilade`;
    return () => {
      document.title = `${t('title')} – Enfilade`;
    };
  }, [name, t]);
  const set = t('overview.set', { sequence: running.sequence });
  const code = 'code' in running && running.code ? `${running.code}, ${set}` : set;
  const reload = () => Promise.all([reloadOverview(), details.reload(), log.reload()]);
  return (
    <>
      <header className={styles['head']}>
        <PageHeading text={name} />
        <p>{museumId === '*' ? `${code}. ${t('default.words')}` : code}</p>
      </header>
      <p className={styles['way']}>
        {museumId !== '*' && (
          <RouteLink to={{ page: 'questions', museumId }} go={tools.go}>
            {t('questions.title')}
          </RouteLink>
        )}
        {mayChange && (
          <RouteLink to={{ page: 'errors', museumId }} go={tools.go}>
            {t('errors.title')}
          </RouteLink>
        )}
      </p>
      {mayChange && details.value && (
        <Sections
          museum={{
            museumId,
            running,
            overview,
            details: details.value,
            tools,
            reload,
            whom: museumId === '*' ? t('default.whom') : name,
          }}
        />
      )}
      {mayChange ? (
        <>
          {!details.value && (
            <div className={styles['coming']}>
              <Loading {...details} t={t} />
            </div>
          )}
          <VitalsSection museumId={museumId} names={names} tools={tools} />
          <SpendingSection museumId={museumId} tools={tools} />
        </>
      ) : (
        <p>{t('default.mayNot')}</p>
      )}
      <section className={styles['section']}>
        <h2>{t('audit.title')}</h2>
        <AuditList log={log} overview={overview} tools={tools} isOfOne />
      </section>
    </>
  );
}

function Sections({ museum }: { museum: MuseumContext }) {
  return (
    <>
      <ScreensSection museum={museum} />
      <RolloutsSection museum={museum} />
      <RollbackSection museum={museum} />
      {museum.museumId !== '*' && <GrantSection museum={museum} />}
    </>
  );
}
