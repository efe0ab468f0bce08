import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Card } from '@enfilade/shared-contracts/ui/card';
import { Eyebrow } from '@enfilade/shared-contracts/ui/eyebrow';
import type { ReactNode } from 'react';
import { Picture } from './picture.tsx';
import styles from './splash.module.css';

interface SplashProps {
  museumName: string;
  sceneUrl: string;
  /** There is no exhibition to choose. */
  isEmpty: boolean;
  t: Translate;
  onNext: () => void;
  /** The top bar. */
  children?: ReactNode;
}

/** A picture of the museum, and a card that introduces it. */
export function Splash({ museumName, sceneUrl, isEmpty, t, onNext, children }: SplashProps) {
  return (
    <div className={styles['splash']}>
      <div className={styles['scene']}>
        <Picture url={sceneUrl} isFirst />
      </div>
      {children}
      <Card corners className={styles['card']}>
        <Eyebrow>{t('about')}</Eyebrow>
        <h1 className={styles['title']}>{t('title')}</h1>
        <div className={styles['imprint']}>
          <p className={styles['museum']}>{museumName}</p>
          <p className={styles['note']}>{t('note')}</p>
        </div>
        {isEmpty ? (
          <p className={styles['empty']}>
            <strong>{t('empty.title')}</strong> {t('empty.text')}
          </p>
        ) : (
          <Button kind="main" icon="arrow-down" className={styles['next']} onClick={onNext}>
            {t('toExhibitions')}
          </Button>
        )}
      </Card>
    </div>
  );
}
