import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { RefObject } from 'react';
import type { ExhibitionCard } from './cards.ts';
import { Carousel } from './carousel.tsx';
import { Card } from './exhibition-card.tsx';
import styles from './exhibitions.module.css';
import type { Resume } from './resume.ts';
import type { CarouselState } from './use-carousel.ts';

interface ExhibitionsProps {
  heading: RefObject<HTMLHeadingElement | null>;
  /** At least one. */
  cards: readonly ExhibitionCard[];
  carousel: CarouselState;
  /** Where a returning visitor continues. */
  resume: Resume | undefined;
  t: Translate;
  onChoose: (exhibitionId: string) => void;
  onResume: () => void;
}

const titleId = 'landing-exhibitions';

/** The museum's exhibitions: a carousel of several, or a single card. */
export function Exhibitions({ heading, cards, carousel, resume, t, onChoose, onResume }: ExhibitionsProps) {
  const isCarousel = cards.length > 1;
  return (
    <section className={styles['exhibitions']} aria-labelledby={titleId} aria-roledescription={isCarousel ? t('carousel.role') : undefined}>
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
        <Carousel cards={cards} carousel={carousel} t={t} onChoose={onChoose} />
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

/** A button that continues the visit, for a returning visitor. */
function ResumeRow({ resume: { name, note }, t, onResume }: { resume: Resume; t: Translate; onResume: () => void }) {
  return (
    <button type="button" className={styles['resume']} onClick={onResume}>
      <GuideAvatar state="idle" size="2.75rem" />
      <span className={styles['resumeText']}>
        <span className={styles['resumeName']}>{t('resume.continue', { name })}</span>
        <span className={styles['resumeNote']}>{t(note.key, note.values)}</span>
      </span>
      <Icon name="arrow-right" />
    </button>
  );
}
