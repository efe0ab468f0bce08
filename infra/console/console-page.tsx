import type { OperatorSession, Overview } from '@enfilade/shared-contracts/api/registry-schemas';
import { useMemo } from 'react';
import { AuditPage } from './audit/audit-page.tsx';
import { ConsoleProvider, type ConsoleRoute, RouteLink, useConsole } from './common/console.tsx';
import { describeFailure } from './common/failures.ts';
import { Loading, PageHead, RetryButton } from './common/parts.tsx';
import { screenNames } from './common/screens.ts';
import { type Query, useQuery } from './common/use-query.ts';
import { ErrorsPage } from './errors/errors-page.tsx';
import { MuseumPage } from './museum/museum-page.tsx';
import { findReleases, OverviewPage } from './overview/overview-page.tsx';
import { QuestionsPage } from './questions/questions-page.tsx';
import styles from './styles/page.module.css';
import { TokensPage } from './tokens/tokens-page.tsx';

const refreshMs = 10_000;

interface ConsolePageProps {
  route: ConsoleRoute;
  operator: OperatorSession;
}

export function ConsolePage({ route, operator }: ConsolePageProps) {
  const given = useConsole();
  const query = useQuery(given.client.loadOverview, refreshMs);
  const { value: overview, reload } = query;
  const named = useMemo(() => overview && { ...given, screenName: screenNames(overview, given.language) }, [given, overview]);
  if (!overview) return <FirstLoad {...query} />;
  return (
    <ConsoleProvider value={named}>
      <Freshness {...query} />
      {route.page !== 'overview' && (
        <p className={styles['back']}>
          <RouteLink to={{ page: 'overview' }}>{given.t('backToOverview')}</RouteLink>
        </p>
      )}
      <PageAt {...{ route, operator, overview, reload }} />
    </ConsoleProvider>
  );
}

interface PageAtProps extends ConsolePageProps {
  overview: Overview;
  reload(): Promise<void>;
}

function PageAt({ route, operator, overview, reload }: PageAtProps) {
  const { t } = useConsole();
  const mayAll = operator.museums === '*';
  if (route.page === 'audit') return <AuditPage overview={overview} />;
  if (route.page === 'tokens') return <TokensPage overview={overview} mayAll={mayAll} />;
  if (route.page === 'overview') return <OverviewPage overview={overview} mayAll={mayAll} />;
  const { museumId } = route;
  const running = findReleases(overview, museumId);
  if (!running) return <h1>{t('museum.unknown')}</h1>;
  const name = 'name' in running ? running.name : t('default.name');
  if (route.page === 'questions') return <QuestionsPage key={museumId} museumId={museumId} name={name} />;
  if (route.page === 'errors') return <ErrorsPage key={museumId} museumId={museumId} name={name} overview={overview} />;
  return <MuseumPage key={museumId} {...{ museumId, running, overview }} mayChange={mayAll || museumId !== '*'} reloadOverview={reload} />;
}

function FirstLoad({ failure, reload }: Query<Overview>) {
  const { t } = useConsole();
  return (
    <>
      <PageHead title={t('overview.title')} />
      <Loading failure={failure} reload={reload} />
    </>
  );
}

/** Comes before the view and gets no focus. */
function Freshness({ failure, loadedAt, reload }: Query<Overview>) {
  const { t, formats } = useConsole();
  return (
    <div role="status" className={styles['old']}>
      {failure !== undefined && loadedAt !== undefined && (
        <>
          <p>{t('old', { time: formats.hour(loadedAt), why: describeFailure(t, failure) })}</p>
          <RetryButton retry={reload} />
        </>
      )}
    </div>
  );
}
