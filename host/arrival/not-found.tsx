import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { Foot } from '../screens/foot.tsx';
import type { Services } from '../screens/services.ts';
import { useMuseumTheme } from '../screens/use-museum-theme.ts';
import styles from './not-found.module.css';
import { museumQuery } from './queries.ts';

/** 404 as a label number, with a way back. */
export function NotFound({ services }: { services: Services }) {
  const { i18n, session, api } = services;
  const { t } = useTranslation(i18n, 'host');
  const navigate = useNavigate();
  const museumId = useStore(session.store, (state) => state.museumId);
  const museum = useQuery(museumQuery(api, museumId)).data?.museum;
  useMuseumTheme(museum, services);
  return (
    <>
      <TopBar museum={museum} i18n={i18n} session={session} />
      <div className={styles['wall']}>
        <Card as="main" corners className={styles['lost']}>
          <h1>404</h1>
          <div>
            <h2>{t('missing.title')}</h2>
            <p>{t('missing.text')}</p>
          </div>
        </Card>
      </div>
      <Foot>
        <Button kind="main" wide onClick={() => navigate('/')}>
          {museum ? t('missing.back', { museum: museum.name }) : t('missing.start')}
        </Button>
        {museum && (
          <Button wide onClick={() => navigate('/?code')}>
            {t('missing.code')}
          </Button>
        )}
      </Foot>
    </>
  );
}
