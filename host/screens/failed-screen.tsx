import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { RemoteName } from '@enfilade/shared-contracts/remote/contract';
import type { Destination } from '@enfilade/shared-contracts/remote/screen-props';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import { Eyebrow } from '@enfilade/shared-contracts/ui/eyebrow';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { useEffect, useState } from 'react';
import type { RemoteError } from '../releases/remote-error.ts';
import { ActionBar } from './action-bar.tsx';
import styles from './failed-screen.module.css';

interface Props {
  name: RemoteName;
  error: RemoteError;
  /** Undefined for a screen that belongs to no museum. */
  museum: Museum | undefined;
  services: { i18n: I18n; session: VisitorSession };
  retry(): void;
  /** Undefined where there is no way back into a visit. */
  go: ((to: Destination) => void) | undefined;
}

/** Shown in place of a screen that failed: what happened, a Retry, and the way back. */
export function FailedScreen({ name, error, museum, services: { i18n, session }, retry, go }: Props) {
  const { t } = useTranslation(i18n, 'host');
  const shared = useTranslation(i18n, 'shared');
  const [isRetrying, setRetrying] = useState(false);
  // A new error after a Retry is a new object: the button works again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => setRetrying(false), [error]);
  const onRetry = () => {
    setRetrying(true);
    retry();
  };
  return (
    <>
      <TopBar museum={museum} i18n={i18n} session={session} />
      <div className={styles['wall']} aria-hidden="true">
        <div className={styles['emptyFrame']} />
      </div>
      <Card as="main" corners className={styles['card']}>
        <div role="alert" className={styles['text']}>
          <Eyebrow>{t(`screen.${name}`)}</Eyebrow>
          <h1>{t('failed.title')}</h1>
          <p>{t('failed.text')}</p>
        </div>
        <p className={styles['code']}>
          <span>{t('failed.staff')}</span>
          <span>
            {name}, {error.code}
          </span>
        </p>
      </Card>
      <ActionBar>
        <Button kind="main" wide icon="retry" iconSide="start" onClick={onRetry} aria-disabled={isRetrying}>
          {isRetrying ? shared.t('loading') : shared.t('retry')}
        </Button>
        {go && name !== 'landing' && (
          <Button wide onClick={() => go({ screen: 'landing' })}>
            {t('failed.back')}
          </Button>
        )}
      </ActionBar>
    </>
  );
}
