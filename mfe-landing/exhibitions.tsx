import { IconButton } from '@enfilade/shared-contracts/ui/button';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { type FocusEvent, type ReactNode, type RefObject, useState } from 'react';
import type { ExhibitionCard } from './cards.ts';
import styles from './exhibitions.module.css';
import pictureStyles from './picture.module.css';
import type { Resume } from './resume.ts';
import { useT } from './texts/texts.ts';
import type { CarouselState } from './use-carousel.ts';

interface CarouselProps {
  cards: readonly ExhibitionCard[];
  carousel: CarouselState;
  onChoose: (exhibitionId: string) => void;
}

/** Cards side by side, with a part of the next one visible. Follows the WAI-ARIA carousel pattern; nothing moves by itself. */
export function Carousel({ cards, carousel, onChoose }: CarouselProps) {
  const t = useT();
  const { viewport, current, areAllSeen, show, onKeyDown } = carousel;
  // A press gives focus too, but must not move the card under the thumb.
  const onFocus = (event: FocusEvent, slide: number) => event.target.matches(':focus-visible') && show(slide);
  return (
    <>
      <div className={styles['clip']}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the cards' buttons take the focus, their keys bubble up to here */}
        <div className={styles['viewport']} ref={viewport} onKeyDown={onKeyDown}>
          <div className={styles['track']}>
            {cards.map((card, index) => (
              // biome-ignore lint/a11y/useSemanticElements: the carousel pattern asks for groups; a fieldset is for form fields
              <div
                key={card.exhibitionId}
                className={styles['slide']}
                role="group"
                aria-roledescription={t('carousel.slideRole')}
                aria-current={index === current}
                aria-label={t('carousel.position', { number: index + 1, total: cards.length })}
                onFocus={(event) => onFocus(event, index)}
              >
                <Card card={card} isNear={Math.abs(index - current) <= 1} isTabStop={areAllSeen || index === current} onChoose={onChoose} />
              </div>
            ))}
          </div>
        </div>
      </div>
      <CarouselControls cards={cards} carousel={carousel} />
    </>
  );
}

const mostDots = 7;

/** At either end the arrow keeps its position, disabled. */
function CarouselControls({ cards, carousel: { current, show } }: Omit<CarouselProps, 'onChoose'>) {
  const t = useT();
  const last = cards.length - 1;
  return (
    <div className={styles['controls']}>
      <IconButton icon="arrow-left" aria-label={t('carousel.previous')} aria-disabled={current === 0} onClick={() => show(current - 1)} />
      {cards.length <= mostDots && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; the carousel pattern asks for a group
        <div className={styles['dots']} role="group" aria-label={t('carousel.dots')}>
          {cards.map(({ exhibitionId, name }, index) => (
            <button
              key={exhibitionId}
              type="button"
              className={styles['dot']}
              // The dots are for fingers. Keyboards have the arrows, Home and End.
              tabIndex={-1}
              aria-label={t('carousel.dot', { number: index + 1, name })}
              aria-disabled={index === current}
              onClick={() => show(index)}
            />
          ))}
        </div>
      )}
      <IconButton icon="arrow-right" aria-label={t('carousel.next')} aria-disabled={current === last} onClick={() => show(current + 1)} />
    </div>
  );
}

interface ExhibitionsProps {
  heading: RefObject<HTMLHeadingElement | null>;
  cards: readonly ExhibitionCard[];
  carousel: CarouselState;
  resume: Resume | undefined;
  onChoose: (exhibitionId: string) => void;
  onResume: () => void;
}

/** Id of the heading, which the button above targets before this screen has run, too (host/first-paint/early.ts). */
export const exhibitionsId = 'landing-exhibitions';

export function Exhibitions({ heading, cards, carousel, resume, onChoose, onResume }: ExhibitionsProps) {
  const t = useT();
  const isCarousel = cards.length > 1;
  return (
    <section
      className={styles['exhibitions']}
      aria-labelledby={exhibitionsId}
      aria-roledescription={isCarousel ? t('carousel.role') : undefined}
    >
      <div className={styles['head']}>
        <h2 className={styles['title']} id={exhibitionsId} ref={heading} tabIndex={-1}>
          {t('exhibitions')}
        </h2>
        {isCarousel && (
          <p className={styles['position']} aria-live="polite">
            {t('carousel.position', { number: carousel.current + 1, total: cards.length })}
          </p>
        )}
        {resume && <ResumeRow resume={resume} onResume={onResume} />}
      </div>
      {isCarousel ? (
        <Carousel cards={cards} carousel={carousel} onChoose={onChoose} />
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

function ResumeRow({ resume: { name, note, minutesLeft }, onResume }: { resume: Resume; onResume: () => void }) {
  const t = useT();
  return (
    <button type="button" className={styles['resume']} onClick={onResume}>
      <GuideAvatar state="idle" size="2.75rem" />
      <span className={styles['resumeText']}>
        <span className={styles['resumeName']}>{t('resume.continue', { name })}</span>
        <span className={styles['resumeNote']}>
          {t(note.key, note.values) + (minutesLeft === undefined ? '' : `, ${t('resume.left', { count: minutesLeft })}`)}
        </span>
      </span>
      <Icon name="arrow-right" />
    </button>
  );
}

interface CardProps {
  card: ExhibitionCard;
  /** A visible card or its neighbour fetches the picture at once. */
  isNear: boolean;
  /** Tab reaches this card, and the arrow keys the others. */
  isTabStop?: boolean;
  onChoose: (exhibitionId: string) => void;
}

function Card({ card, isNear, isTabStop = true, onChoose }: CardProps) {
  return (
    <button type="button" className={styles['card']} tabIndex={isTabStop ? undefined : -1} onClick={() => onChoose(card.exhibitionId)}>
      <span className={styles['frame']}>
        <Picture url={card.coverUrl} isNear={isNear}>
          <span className={styles['placeholder']} aria-hidden="true">
            {card.numeral}
          </span>
        </Picture>
      </span>
      <span className={styles['label']}>
        <span className={styles['numeral']} aria-hidden="true">
          {card.numeral}
        </span>
        <span className={styles['name']}>{card.name}</span>
      </span>
    </button>
  );
}

interface PictureProps {
  url: string | undefined;
  isFirst?: boolean;
  isNear?: boolean;
  /** The picture's replacement if the URL is missing or fails to load. */
  children?: ReactNode;
}

export function Picture({ url, isFirst = false, isNear = isFirst, children }: PictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  if (!url || url === brokenUrl) return <div className={pictureStyles['placeholder']}>{children}</div>;
  return (
    <img
      className={pictureStyles['picture']}
      src={url}
      alt=""
      loading={isNear ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBrokenUrl(url)}
    />
  );
}
