import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { RefObject } from 'react';
import type { ExhibitionCard } from './cards.ts';
import type { Resume } from './resume.ts';
import { Card } from './card.tsx';
import { Carousel, type CarouselSteering } from './carousel.tsx';
import { ResumeRow } from './resume-row.tsx';
import styles from './exhibitions.module.css';

interface ExhibitionsProps {
  heading: RefObject<HTMLHeadingElement | null>;
  /** At least one. */
  cards: readonly ExhibitionCard[];
  carousel: CarouselSteering;
  /** Where a visitor who comes back goes on. */
  resume: Resume | undefined;
  t: Translate;
  onChoose: (exhibitionId: string) => void;
  onResume: () => void;
}

const titleId = 'landing-exhibitions';

/** What there is to visit: a carousel of several, or a single card. */
export function Exhibitions({ heading, cards, carousel, resume, t, onChoose, onResume }: ExhibitionsProps) {
  const isCarousel = cards.length > 1;
  return (
    <section className={styles['rooms']} aria-labelledby={titleId} aria-roledescription={isCarousel ? t('carousel.role') : undefined}>
      <div className={styles['head']}>
        <h2 className={styles['title']} id={titleId} ref={heading} tabIndex={-1}>
          {t('exhibitions')}
        </h2>
        {isCarousel && (
          <p className={styles['position']} aria-live="polite">
            {t('carousel.position', { number: carousel.current + 1, total: cards.length })}
          </p>
        )}
      </div>
      {resume && <ResumeRow resume={resume} t={t} onResume={onResume} />}
      {isCarousel ? (
        <Carousel cards={cards} steering={carousel} t={t} onChoose={onChoose} />
      ) : (
        cards.map((card) => (
          <div key={card.exhibitionId} className={styles['single']}>
            <Card card={card} isNear onChoose={onChoose} />
          </div>
        ))
      )}
    </section>
  );
}
