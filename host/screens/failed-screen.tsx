import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { RemoteName } from '@enfilade/shared-contracts/remote/contract';
import type { Destination } from '@enfilade/shared-contracts/remote/screen-props';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import { Eyebrow } from '@enfilade/shared-contracts/ui/eyebrow';
import { TopBar } from '@enfilade/shared-contracts/ui/top-bar';
import { useEffect, useState } from 'react';
import type { RemoteError } from '../releases/remote-error.ts';
import styles from './failed-screen.module.css';
import { Foot } from './foot.tsx';
import type { Services } from './services.ts';

interface Props {
  name: RemoteName;
  error: RemoteError;
  /** Absent for a screen that belongs to no museum. */
  museum?: Museum;
  services: Services;
  retry(): void;
  /** Absent where there is no way back into a visit. */
  go?(to: Destination): void;
}

/** The pale patch where a picture hung: one screen is missing, the house is open. */
export function FailedScreen({ name, error, museum, services: { i18n, session }, retry, go }: Props) {
  const { t } = useTranslation(i18n, 'host');
  const shared = useTranslation(i18n, 'shared');
  const [isTrying, setTrying] = useState(false);
  // A new error after a Retry is a new object: the button opens again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => setTrying(false), [error]);
  const again = () => {
    setTrying(true);
    retry();
  };
  return (
    <>
      <TopBar museum={museum} i18n={i18n} session={session} />
      <div className={styles['wall']} aria-hidden="true">
        <div className={styles['gone']} />
      </div>
      <Card as="main" corners className={styles['hang']}>
        <div role="alert" className={styles['words']}>
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
      <Foot>
        <Button kind="main" wide icon="retry" iconSide="start" onClick={again} aria-disabled={isTrying}>
          {isTrying ? shared.t('loading') : shared.t('retry')}
        </Button>
        {go && name !== 'landing' && (
          <Button wide onClick={() => go({ screen: 'landing' })}>
            {t('failed.back')}
          </Button>
        )}
      </Foot>
    </>
  );
}
