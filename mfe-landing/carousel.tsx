import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { FocusEvent, KeyboardEvent, RefCallback } from 'react';
import type { ExhibitionCard } from './cards.ts';
import { Card } from './card.tsx';
import { Steering } from './steering.tsx';
import styles from './carousel.module.css';

/** Where the carousel stands and what moves it. */
export interface CarouselSteering {
  /** The window through which the track is seen. */
  viewport: RefCallback<HTMLElement>;
  /** Counts from 0. */
  current: number;
  show: (slide: number) => void;
  steer: (event: KeyboardEvent) => void;
}

interface CarouselProps {
  cards: readonly ExhibitionCard[];
  steering: CarouselSteering;
  t: Translate;
  onChoose: (exhibitionId: string) => void;
}

/** Cards side by side, the next one looking in. Follows the WAI-ARIA carousel pattern; nothing moves by itself. */
export function Carousel({ cards, steering, t, onChoose }: CarouselProps) {
  const { viewport, current, show, steer } = steering;
  // A press gives focus too, but what is under a thumb stays there.
  const follow = (event: FocusEvent, slide: number) => event.target.matches(':focus-visible') && show(slide);
  return (
    <>
      <div className={styles['clip']}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the cards' buttons take the focus, their keys bubble up to here */}
        <div className={styles['viewport']} ref={viewport} onKeyDown={steer}>
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
                onFocus={(event) => follow(event, index)}
              >
                <Card card={card} isNear={Math.abs(index - current) <= 1} onChoose={onChoose} />
              </div>
            ))}
          </div>
        </div>
      </div>
      <Steering cards={cards} current={current} t={t} onShow={show} />
    </>
  );
}
