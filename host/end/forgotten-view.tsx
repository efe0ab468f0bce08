import { Button } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { ComponentProps } from 'react';
import { EndPageFrame } from './end-frame.tsx';
import styles from './end-view.module.css';
import type { Forgotten } from './forget-visit.ts';
import type { Translate } from './texts/texts.ts';

interface ForgottenViewProps extends Pick<ComponentProps<typeof EndPageFrame>, 'museum' | 'services'> {
  t: Translate;
  /** Undefined while the deletion runs. */
  forgotten: Forgotten | undefined;
  onRetry(): void;
  onStart(): void;
}

const kinds = ['cookies', 'device', 'site'] as const;

export function ForgottenView({ museum, services, forgotten, t, onRetry, onStart }: ForgottenViewProps) {
  const isAll = forgotten !== undefined && kinds.every((kind) => forgotten[kind]);
  const actions = (
    <>
      {forgotten && !isAll && (
        <Button kind="main" wide icon="retry" iconSide="start" onClick={onRetry}>
          {t('shared:retry')}
        </Button>
      )}
      <Button kind={isAll ? 'main' : 'plain'} wide onClick={onStart}>
        {t('forgotten.start', { museum: museum.name })}
      </Button>
    </>
  );
  return (
    <EndPageFrame museum={museum} services={services} title={t('forgotten.title')} actions={actions}>
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
