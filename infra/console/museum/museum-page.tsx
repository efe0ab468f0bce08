import { Button } from '@enfilade/shared-contracts/ui/button';
import { useEffect, useRef } from 'react';
import type { DefaultOverview, MuseumOverview, Overview } from '../model/shapes.ts';
import { tellFailure } from '../tell-failure.ts';
import type { Tools } from '../tools.ts';
import { TrailList } from '../trail/trail-list.tsx';
import { useTrail } from '../trail/use-trail.ts';
import styles from '../ui/styles/page.module.css';
import { GrantSection } from './grant-section.tsx';
import type { MuseumDesk } from './museum-desk.ts';
import { RollbackSection } from './rollback-section.tsx';
import { RolloutsSection } from './rollouts-section.tsx';
import { ScreensSection } from './screens-section.tsx';
import { useDetails } from './use-details.ts';

interface MuseumPageProps {
  /** `*` for the default. */
  museumId: string;
  running: DefaultOverview | MuseumOverview;
  overview: Overview;
  /** The default is changed by operators of everything only. */
  mayChange: boolean;
  reloadOverview(): Promise<void>;
  tools: Tools;
}

/** Everything an operator can do for one museum, or for all that have no pins of their own. */
export function MuseumPage({ museumId, running, overview, mayChange, reloadOverview, tools }: MuseumPageProps) {
  const { t } = tools;
  const details = useDetails(museumId, tools);
  const trail = useTrail(tools, { near: running.sequence, museumId });
  const name = 'name' in running ? running.name : t('default.name');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${name} – Enfilade`;
    heading.current?.focus({ preventScroll: true });
    return () => {
      document.title = `${t('title')} – Enfilade`;
    };
  }, [name, t]);
  const set = t('overview.set', { sequence: running.sequence });
  const code = 'code' in running && running.code ? `${running.code}, ${set}` : set;
  const reload = () => Promise.all([reloadOverview(), details.reload(), trail.reload()]);
  return (
    <>
      <header className={styles['head']}>
        <h1 ref={heading} tabIndex={-1}>
          {name}
        </h1>
        <p>{museumId === '*' ? `${code}. ${t('default.words')}` : code}</p>
      </header>
      {mayChange && details.value && (
        <Sections
          desk={{
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
      {!mayChange && <p>{t('default.mayNot')}</p>}
      {mayChange && !details.value && <Waiting details={details} tools={tools} />}
      <section className={styles['section']}>
        <h2>{t('trail.title')}</h2>
        <TrailList trail={trail} overview={overview} tools={tools} isOfOne />
      </section>
    </>
  );
}

function Sections({ desk }: { desk: MuseumDesk }) {
  return (
    <>
      <ScreensSection desk={desk} />
      <RolloutsSection desk={desk} />
      <RollbackSection desk={desk} />
      {desk.museumId !== '*' && <GrantSection desk={desk} />}
    </>
  );
}

function Waiting({ details: { failure, reload }, tools: { t } }: { details: ReturnType<typeof useDetails>; tools: Tools }) {
  if (!failure) return <p role="status">{t('shared:loading')}</p>;
  return (
    <div role="alert" className={styles['old']}>
      <p>{tellFailure(t, failure)}</p>
      <Button icon="retry" iconSide="start" onClick={() => void reload()}>
        {t('shared:retry')}
      </Button>
    </div>
  );
}
