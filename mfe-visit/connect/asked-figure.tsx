import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Card } from '@enfilade/shared-contracts/ui/card';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import styles from './asked-figure.module.css';

interface AskedFigureProps {
  site: string;
  t: Translate;
}

/** The browser's question as it is about to come, drawn; the words below say the same. */
export function AskedFigure({ site, t }: AskedFigureProps) {
  return (
    <Card className={styles['asked']} aria-hidden="true">
      <p className={styles['question']}>
        <Icon name="microphone" />
        <span>
          <b>{site}</b> {t('connect.asked.question')}
        </span>
      </p>
      <p className={styles['answers']}>
        <span>{t('connect.asked.refuse')}</span>
        <span className={styles['allow']}>{t('connect.asked.allow')}</span>
      </p>
    </Card>
  );
}
