import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import styles from './context-area.module.css';

/** What the kind of visit means. Guided it stays empty to the eye: there is one pathway, so nothing to choose. */
export function ContextArea({ mode, t }: { mode: VisitConfig['visitMode']; t: Translate }) {
  if (mode === 'exploration') return <p className={styles['words']}>{t('place.exploration')}</p>;
  return (
    <VisuallyHidden>
      <select disabled aria-label={t('pathway.label')}>
        <option>{t('pathway.guided')}</option>
      </select>
    </VisuallyHidden>
  );
}
