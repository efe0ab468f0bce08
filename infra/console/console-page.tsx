import { Button } from '@enfilade/shared-contracts/ui/button';
import { findPlace } from './model/overview-rows.ts';
import type { Place } from './model/place.ts';
import type { Operator, Overview } from './model/shapes.ts';
import { MuseumPage } from './museum/museum-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { tellFailure } from './tell-failure.ts';
import type { Tools } from './tools.ts';
import { TrailPage } from './trail/trail-page.tsx';
import { PlaceLink } from './ui/place-link.tsx';
import styles from './ui/styles/page.module.css';
import { type Polled, usePolled } from './use-polled.ts';

const refreshMs = 10_000;

interface ConsolePageProps {
  place: Place;
  operator: Operator;
  tools: Tools;
}

/** What an operator sees: one overview, kept fresh, and the page the address names. */
export function ConsolePage({ place, operator, tools }: ConsolePageProps) {
  const overview = usePolled(tools.client.loadOverview, tools.clock, refreshMs);
  const { t } = tools;
  if (!overview.value) return <FirstLoad overview={overview} tools={tools} />;
  return (
    <>
      <Freshness overview={overview} tools={tools} />
      <PageAt place={place} operator={operator} overview={overview.value} reload={overview.reload} tools={tools} />
      {place.page !== 'overview' && (
        <p className={styles['way']}>
          <PlaceLink to={{ page: 'overview' }} go={tools.go}>
            {t('backToOverview')}
          </PlaceLink>
        </p>
      )}
    </>
  );
}

interface PageAtProps extends ConsolePageProps {
  overview: Overview;
  reload(): Promise<void>;
}

function PageAt({ place, operator, overview, reload, tools }: PageAtProps) {
  const mayAll = operator.museums === '*';
  if (place.page === 'trail') return <TrailPage overview={overview} tools={tools} />;
  if (place.page === 'overview') return <OverviewPage overview={overview} mayAll={mayAll} tools={tools} />;
  const found = findPlace(overview, place.museumId);
  if (!found) return <h1>{tools.t('museum.unknown')}</h1>;
  return (
    <MuseumPage
      key={place.museumId}
      museumId={place.museumId}
      running={found}
      overview={overview}
      mayChange={mayAll || place.museumId !== '*'}
      reloadOverview={reload}
      tools={tools}
    />
  );
}

function FirstLoad({ overview: { failure, reload }, tools: { t } }: { overview: Polled<Overview>; tools: Tools }) {
  if (!failure) return <p role="status">{t('shared:loading')}</p>;
  return (
    <>
      <h1>{t('overview.title')}</h1>
      <p role="alert">{tellFailure(t, failure)}</p>
      <Button kind="main" icon="retry" iconSide="start" onClick={() => void reload()}>
        {t('shared:retry')}
      </Button>
    </>
  );
}

/** Says that what is shown is old; takes no focus and stands before what it is about. */
function Freshness({ overview: { failure, takenAt, reload }, tools: { t, formats } }: { overview: Polled<Overview>; tools: Tools }) {
  return (
    <div role="status" className={styles['old']}>
      {failure && takenAt !== undefined && (
        <>
          <p>{t('old', { time: formats.hour(takenAt), why: tellFailure(t, failure) })}</p>
          <Button icon="retry" iconSide="start" onClick={() => void reload()}>
            {t('shared:retry')}
          </Button>
        </>
      )}
    </div>
  );
}
