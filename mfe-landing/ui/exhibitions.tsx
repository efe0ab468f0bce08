import type { RefObject } from 'react';
import type { ExhibitionCard } from '../model/cards.ts';
import { Card } from './card.tsx';
import { Carousel, type CarouselSteering } from './carousel.tsx';
import styles from './styles/exhibitions.module.css';
import type { Translate } from './translate.ts';

interface ExhibitionsProps {
  heading: RefObject<HTMLHeadingElement | null>;
  cards: readonly ExhibitionCard[];
  carousel: CarouselSteering;
  t: Translate;
  onChoose: (exhibitionId: string) => void;
}

const titleId = 'landing-exhibitions';

/** What there is to visit: a carousel of several, a single card, or a word that there is nothing. */
export function Exhibitions({ heading, cards, carousel, t, onChoose }: ExhibitionsProps) {
  const [only] = cards;
  const isCarousel = cards.length > 1;
  return (
    <section className={styles['rooms']} aria-labelledby={titleId} aria-roledescription={isCarousel ? t('carousel.role') : undefined}>
      <div className={styles['head']}>
        <h2 className={styles['title']} id={titleId} ref={heading} tabIndex={-1}>
          {only ? t('exhibitions') : t('empty.title')}
        </h2>
        {isCarousel && (
          <p className={styles['position']} aria-live="polite">
            {t('carousel.position', { number: carousel.current + 1, total: cards.length })}
          </p>
        )}
      </div>
      {isCarousel && <Carousel cards={cards} steering={carousel} t={t} onChoose={onChoose} />}
      {!isCarousel && only && (
        <div className={styles['single']}>
          <Card card={only} isFirst onChoose={onChoose} />
        </div>
      )}
      {!only && <p className={styles['empty']}>{t('empty.text')}</p>}
    </section>
  );
}
