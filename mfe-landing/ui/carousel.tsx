import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { KeyboardEvent, RefObject } from 'react';
import type { ExhibitionCard } from '../model/cards.ts';
import { Card } from './card.tsx';
import { Steering } from './steering.tsx';
import styles from './styles/carousel.module.css';

/** Where the carousel stands and what moves it. */
export interface CarouselSteering {
  track: RefObject<HTMLDivElement | null>;
  /** Counts from 0. */
  current: number;
  /** Scrolls to a slide. */
  show: (slide: number) => void;
  /** Takes a slide as the current one without scrolling: the browser shows what has the focus by itself. */
  mark: (slide: number) => void;
  /** The track has moved. */
  follow: () => void;
  /** The track has come to rest. */
  settle: () => void;
  /** The visitor took the track in hand. */
  letGo: () => void;
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
  const { track, current, show, mark, follow, settle, letGo, steer } = steering;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the cards' buttons take the focus, their keys bubble up to here */}
      <div
        className={styles['track']}
        ref={track}
        onScroll={follow}
        onScrollEnd={settle}
        onPointerDown={letGo}
        onWheel={letGo}
        onKeyDown={steer}
      >
        {cards.map((card, index) => (
          // biome-ignore lint/a11y/useSemanticElements: the carousel pattern asks for groups; a fieldset is for form fields
          <div
            key={card.exhibitionId}
            className={styles['slide']}
            role="group"
            aria-roledescription={t('carousel.slideRole')}
            aria-current={index === current}
            aria-label={t('carousel.position', { number: index + 1, total: cards.length })}
            onFocus={() => mark(index)}
          >
            <Card card={card} onChoose={onChoose} />
          </div>
        ))}
      </div>
      <Steering cards={cards} current={current} t={t} onShow={show} />
    </>
  );
}
