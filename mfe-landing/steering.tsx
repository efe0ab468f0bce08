import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { IconButton } from '@enfilade/shared-contracts/ui/button';
import type { ExhibitionCard } from './cards.ts';
import styles from './steering.module.css';

interface SteeringProps {
  cards: readonly ExhibitionCard[];
  current: number;
  t: Translate;
  onShow: (slide: number) => void;
}

/** More dots than this find no room between the arrows on a small phone. */
const mostDots = 7;

/** Arrows and dots under the thumb. At the ends an arrow stays where it is, and closed. */
export function Steering({ cards, current, t, onShow }: SteeringProps) {
  const last = cards.length - 1;
  return (
    <div className={styles['steer']}>
      <IconButton icon="arrow-left" aria-label={t('carousel.previous')} aria-disabled={current === 0} onClick={() => onShow(current - 1)} />
      {cards.length <= mostDots && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; the carousel pattern asks for a group
        <div className={styles['dots']} role="group" aria-label={t('carousel.dots')}>
          {cards.map(({ exhibitionId, name }, index) => (
            <button
              key={exhibitionId}
              type="button"
              className={styles['dot']}
              aria-label={t('carousel.dot', { number: index + 1, name })}
              aria-disabled={index === current}
              onClick={() => onShow(index)}
            />
          ))}
        </div>
      )}
      <IconButton icon="arrow-right" aria-label={t('carousel.next')} aria-disabled={current === last} onClick={() => onShow(current + 1)} />
    </div>
  );
}
