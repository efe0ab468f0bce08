import { useRequest } from '@enfilade/shared-contracts/kit/use-request';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { useHost, useTexts } from '../screens/host-services.ts';
import { EndPageFrame } from './end-frame.tsx';
import styles from './end-view.module.css';
import { forgetVisit } from './forget-visit.ts';
import type { TextKey } from './texts/texts.ts';

const kinds = ['cookies', 'device', 'site'] as const;

export function ForgottenPage({ museum }: { museum: Museum }) {
  const { session, api } = useHost();
  const { t } = useTexts<TextKey>('end');
  const { value: forgotten, retry } = useRequest(museum._id, () => forgetVisit({ museumId: museum._id, api, session, isKiosk: false }));
  const isAll = forgotten !== undefined && kinds.every((kind) => forgotten[kind]);
  const actions = (
    <>
      {forgotten && !isAll && (
        <Button kind="main" wide icon="retry" iconSide="start" onClick={retry}>
          {t('shared:retry')}
        </Button>
      )}
      {/* A new page load also clears the memory of this page. */}
      <Button kind={isAll ? 'main' : 'plain'} wide onClick={() => location.replace(`/?museum=${museum._id}`)}>
        {t('forgotten.start', { museum: museum.name })}
      </Button>
    </>
  );
  return (
    <EndPageFrame museum={museum} title={t('forgotten.title')} actions={actions}>
      <p role="status">{forgotten ? isAll && t('forgotten.done') : t('forget.under')}</p>
      {forgotten && (
        <ul className={styles['list']}>
          {kinds.map((kind) => (
            <li key={kind}>
              <Icon name={forgotten[kind] ? 'check' : 'alert'} />
              <span>
                {t('forgotten.fact', { what: t(`forgotten.${kind}`), state: t(forgotten[kind] ? 'forgotten.gone' : 'forgotten.left') })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {forgotten && !isAll && <p role="alert">{t('forgotten.retry')}</p>}
      <p className={styles['note']}>{t('forgotten.kept')}</p>
    </EndPageFrame>
  );
}
