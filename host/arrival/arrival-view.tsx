import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Foot } from '../screens/foot.tsx';
import type { Services } from '../screens/services.ts';
import { WaitingView } from '../screens/waiting-view.tsx';

const slowAfterMs = 3000;
const retryAfterMs = 8000;

type Patience = 'fresh' | 'slow' | 'long';

/** While museum and exhibition load: what is going on, then that it is slow, then what one can do. */
export function LoadingView({ retry, services }: { retry(): void; services: Services }) {
  const { i18n, session, clock } = services;
  const { t } = useTranslation(i18n, 'host');
  const [patience, setPatience] = useState<Patience>('fresh');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts the waiting anew
  useEffect(() => {
    const timers = [clock.after(slowAfterMs, () => setPatience('slow')), clock.after(retryAfterMs, () => setPatience('long'))];
    return () => {
      for (const cancel of timers) cancel();
    };
  }, [clock, attempt]);
  const again = () => {
    setPatience('fresh');
    setAttempt(attempt + 1);
    retry();
  };
  return (
    <>
      <TopBar i18n={i18n} session={session} />
      {patience === 'fresh' ? <WaitingView i18n={i18n} /> : <WaitingView i18n={i18n} words={t('arrival.slow')} />}
      {patience === 'long' && <WayOut retry={again} services={services} />}
    </>
  );
}

/** Museum or exhibition could not be had. */
export function FailedArrival({ retry, services }: { retry(): void; services: Services }) {
  const { i18n, session } = services;
  const { t } = useTranslation(i18n, 'host');
  return (
    <>
      <TopBar i18n={i18n} session={session} />
      <WaitingView i18n={i18n} words={`${t('arrival.failed')} ${t('arrival.failedHint')}`} />
      <WayOut retry={retry} services={services} />
    </>
  );
}

function WayOut({ retry, services: { i18n } }: { retry(): void; services: Services }) {
  const host = useTranslation(i18n, 'host');
  const shared = useTranslation(i18n, 'shared');
  const navigate = useNavigate();
  return (
    <Foot>
      <Button kind="main" wide icon="retry" iconSide="start" onClick={retry}>
        {shared.t('retry')}
      </Button>
      <Button wide onClick={() => navigate('/?code')}>
        {host.t('arrival.enterCode')}
      </Button>
    </Foot>
  );
}
