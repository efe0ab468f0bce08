import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import type { SpeakerFilter } from '../ui-state/visit-ui-state.ts';
import styles from './speaker-filter-bar.module.css';

const choices: readonly SpeakerFilter[] = ['both', 'guide'];

interface SpeakerFilterBarProps {
  shown: SpeakerFilter;
  guideName: string;
  t: Translate;
  onChoose(shown: SpeakerFilter): void;
}

/** Whose words the transcript shows. */
export function SpeakerFilterBar({ shown, guideName, t, onChoose }: SpeakerFilterBarProps) {
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
