import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { Rating } from './ratings.ts';
import styles from './rating-buttons.module.css';

interface RatingButtonsProps {
  rating: Rating | undefined;
  /** Whether the rating given last has reached the museum; undefined while nobody knows. */
  isSent: boolean | undefined;
  t: Translate;
  /** Undefined takes the rating back. */
  onRate(rating: Rating | undefined): void;
}

const choices = [
  { choice: 'helpful', icon: 'thumb-up', name: 'rating.helpful' },
  { choice: 'not-helpful', icon: 'thumb-down', name: 'rating.notHelpful' },
] as const;

/** Whether an answer helped. Pressing the pressed one takes it back. */
export function RatingButtons({ rating, isSent, t, onRate }: RatingButtonsProps) {
  return (
    <>
      <div className={styles['thumbs']}>
        {choices.map(({ choice, icon, name }) => (
          <QuietButton
            key={choice}
            className={styles['thumb']}
            aria-label={t(name)}
            aria-pressed={rating === choice}
            onClick={() => onRate(rating === choice ? undefined : choice)}
          >
            <Icon name={icon} />
          </QuietButton>
        ))}
      </div>
      <p className={styles['outcome']} role="status">
        {isSent !== undefined && t(isSent ? 'rating.thanks' : 'rating.failed')}
      </p>
    </>
  );
}
