import { Button } from '@enfilade/shared-contracts/ui/button';
import { useMemo } from 'react';
import { AuditPage } from './audit/audit-page.tsx';
import { type ConsoleRoute, RouteLink } from './common/console-route.tsx';
import type { ConsoleTools } from './common/console-tools.ts';
import { describeFailure } from './common/failures.ts';
import type { Operator, Overview } from './common/schemas.ts';
import { screenNames } from './common/screens.ts';
import { type Polled, usePolled } from './common/use-polled.ts';
import { ErrorsPage } from './errors/errors-page.tsx';
import { MuseumPage } from './museum/museum-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { findReleases } from './overview/overview-rows.ts';
import { QuestionsPage } from './questions/questions-page.tsx';
import styles from './styles/page.module.css';
import { TokensPage } from './tokens/tokens-page.tsx';

const refreshMs = 10_000;

interface ConsolePageProps {
  route: ConsoleRoute;
  operator: Operator;
  tools: ConsoleTools;
}

/** What an operator sees: one overview, kept fresh, and the page the address names. */
export function ConsolePage({ route, operator, tools: given }: ConsolePageProps) {
  const overview = usePolled(given.client.loadOverview, given.clock, refreshMs);
  const { t, language } = given;
  const tools = useMemo(() => ({ ...given, screenName: screenNames(overview.value ?? {}, language) }), [given, overview.value, language]);
  if (!overview.value) return <FirstLoad overview={overview} tools={tools} />;
  return (
    <>
      <Freshness overview={overview} tools={tools} />
      {route.page !== 'overview' && (
        <p className={styles['back']}>
          <RouteLink to={{ page: 'overview' }} go={tools.go}>
            {t('backToOverview')}
          </RouteLink>
        </p>
      )}
      <PageAt route={route} operator={operator} overview={overview.value} reload={overview.reload} tools={tools} />
    </>
  );
}

interface PageAtProps extends ConsolePageProps {
  overview: Overview;
  reload(): Promise<void>;
}

function PageAt({ route, operator, overview, reload, tools }: PageAtProps) {
  const mayAll = operator.museums === '*';
  if (route.page === 'audit') return <AuditPage overview={overview} tools={tools} />;
  if (route.page === 'tokens') return <TokensPage overview={overview} mayAll={mayAll} tools={tools} />;
  if (route.page === 'overview') return <OverviewPage overview={overview} mayAll={mayAll} tools={tools} />;
  const running = findReleases(overview, route.museumId);
  if (!running) return <h1>{tools.t('museum.unknown')}</h1>;
  if (route.page === 'questions' && 'name' in running)
    return <QuestionsPage key={route.museumId} museumId={route.museumId} name={running.name} tools={tools} />;
  const name = 'name' in running ? running.name : tools.t('default.name');
  if (route.page === 'errors')
    return <ErrorsPage key={route.museumId} museumId={route.museumId} name={name} overview={overview} tools={tools} />;
  return (
    <MuseumPage
      key={route.museumId}
      museumId={route.museumId}
      running={running}
      overview={overview}
      mayChange={mayAll || route.museumId !== '*'}
      reloadOverview={reload}
      tools={tools}
    />
  );
}

function FirstLoad({ overview: { failure, reload }, tools: { t } }: { overview: Polled<Overview>; tools: ConsoleTools }) {
  return (
    <>
      <h1>{t('overview.title')}</h1>
      {failure === undefined ? (
        <p role="status">{t('shared:loading')}</p>
      ) : (
        <>
          <p role="alert">{describeFailure(t, failure)}</p>
          <Button kind="main" icon="retry" iconSide="start" onClick={() => void reload()}>
            {t('shared:retry')}
          </Button>
        </>
      )}
    </>
  );
}

/** Says that what is shown is old; gets no focus and stands before what it is about. */
function Freshness({
  overview: { failure, loadedAt, reload },
  tools: { t, formats },
}: {
  overview: Polled<Overview>;
  tools: ConsoleTools;
}) {
  return (
    <div role="status" className={styles['old']}>
      {failure !== undefined && loadedAt !== undefined && (
        <>
          <p>{t('old', { time: formats.hour(loadedAt), why: describeFailure(t, failure) })}</p>
          <Button icon="retry" iconSide="start" onClick={() => void reload()}>
            {t('shared:retry')}
          </Button>
        </>
      )}
    </div>
  );
}
