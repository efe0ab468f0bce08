import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import type { Shown } from '../ui-state/visit-ui-state.ts';
import styles from './speaker-filter.module.css';

const choices: readonly Shown[] = ['both', 'guide'];

interface SpeakerFilterProps {
  shown: Shown;
  guideName: string;
  t: Translate;
  onChoose(shown: Shown): void;
}

/** Whose words the transcript shows. */
export function SpeakerFilter({ shown, guideName, t, onChoose }: SpeakerFilterProps) {
  return (
    <fieldset className={styles['filter']} aria-label={t('filter.label')}>
      {choices.map((each) => (
        <QuietButton key={each} className={styles['choice']} aria-pressed={each === shown} onClick={() => onChoose(each)}>
          {t(`filter.${each}`, { guide: guideName })}
        </QuietButton>
      ))}
    </fieldset>
  );
}
