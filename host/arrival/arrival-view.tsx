import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ActionBar } from '../screens/action-bar.tsx';
import type { HostServices } from '../screens/host-services.ts';
import { useMuseumTheme } from '../screens/use-museum-theme.ts';
import { WaitingView } from '../screens/waiting-view.tsx';
import styles from './not-found.module.css';
import { museumQuery } from './queries.ts';

type ViewServices = Pick<HostServices, 'i18n' | 'session' | 'clock'>;

const slowAfterMs = 3000;
const retryAfterMs = 8000;

type Wait = 'short' | 'slow' | 'long';

/** While museum and exhibition load: that they load, after a while that it is slow, then buttons to retry. */
export function LoadingView({ retry, services }: { retry(): void; services: ViewServices }) {
  const { i18n, session, clock } = services;
  const { t } = useTranslation(i18n, 'host');
  const [wait, setWait] = useState<Wait>('short');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt restarts the timers
  useEffect(() => {
    const timers = [clock.after(slowAfterMs, () => setWait('slow')), clock.after(retryAfterMs, () => setWait('long'))];
    return () => {
      for (const cancel of timers) cancel();
    };
  }, [clock, attempt]);
  const onRetry = () => {
    setWait('short');
    setAttempt(attempt + 1);
    retry();
  };
  return (
    <>
      <TopBar i18n={i18n} session={session} />
      {wait === 'short' ? <WaitingView i18n={i18n} /> : <WaitingView i18n={i18n} text={t('arrival.slow')} />}
      {wait === 'long' && <RetryActions retry={onRetry} services={services} />}
    </>
  );
}

/** Museum or exhibition could not be loaded. */
export function FailedArrival({ retry, services }: { retry(): void; services: ViewServices }) {
  const { i18n, session } = services;
  const { t } = useTranslation(i18n, 'host');
  return (
    <>
      <TopBar i18n={i18n} session={session} />
      <WaitingView i18n={i18n} text={`${t('arrival.failed')} ${t('arrival.failedHint')}`} />
      <RetryActions retry={retry} services={services} />
    </>
  );
}

function RetryActions({ retry, services: { i18n } }: { retry(): void; services: ViewServices }) {
  const host = useTranslation(i18n, 'host');
  const shared = useTranslation(i18n, 'shared');
  const navigate = useNavigate();
  return (
    <ActionBar>
      <Button kind="main" wide icon="retry" iconSide="start" onClick={retry}>
        {shared.t('retry')}
      </Button>
      <Button wide onClick={() => navigate('/?code')}>
        {host.t('arrival.enterCode')}
      </Button>
    </ActionBar>
  );
}

/** For a path that is no screen: 404, and the way back. */
export function NotFound({ services }: { services: Pick<HostServices, 'i18n' | 'session' | 'api'> }) {
  const { i18n, session, api } = services;
  const { t } = useTranslation(i18n, 'host');
  const navigate = useNavigate();
  const museumId = useStore(session.store, (state) => state.museumId);
  const museum = useQuery(museumQuery(api, museumId)).data?.museum;
  useMuseumTheme(museum, services);
  return (
    <>
      <TopBar museum={museum} i18n={i18n} session={session} />
      <div className={styles['page']}>
        <Card as="main" corners className={styles['card']}>
          <h1>404</h1>
          <div>
            <h2>{t('missing.title')}</h2>
            <p>{t('missing.text')}</p>
          </div>
        </Card>
      </div>
      <ActionBar>
        <Button kind="main" wide onClick={() => navigate('/')}>
          {museum ? t('missing.back', { museum: museum.name }) : t('missing.start')}
        </Button>
        {museum && (
          <Button wide onClick={() => navigate('/?code')}>
            {t('missing.code')}
          </Button>
        )}
      </ActionBar>
    </>
  );
}
