import { isMotionReduced } from '@enfilade/shared-contracts/kit/reduced-motion';
import useEmblaCarousel from 'embla-carousel-react';
import { type KeyboardEvent, useEffect, useState } from 'react';

const options = {
  align: 'start',
  // One snap point a slide, also if several slides share the end of a wide track.
  containScroll: 'keepSnaps',
  // Embla follows the focus of the Tab key only. The carousel follows every visible focus.
  watchFocus: false,
} as const;

export type CarouselState = ReturnType<typeof useCarousel>;

export function useCarousel(count: number) {
  const [viewport, embla] = useEmblaCarousel({
    ...options,
    // Embla's unit: 20 is about a quarter of a second.
    duration: isMotionReduced() ? 0 : 20,
  });
  const [position, setPosition] = useState(0);
  const current = Math.min(position, Math.max(0, count - 1));
  const [areAllSeen, setAllSeen] = useState(false);

  useEffect(() => {
    if (!embla) return;
    const onSelect = () =>
      setPosition((before) => pickSlide({ snaps: embla.scrollSnapList(), selected: embla.selectedScrollSnap(), current: before, count }));
    const measure = () => setAllSeen(count > 1 && !embla.canScrollPrev() && !embla.canScrollNext());
    // Embla measures again after a turn of the phone, which must not change the shown exhibition.
    const onReInit = () => {
      measure();
      embla.scrollTo(current, true);
    };
    measure();
    embla.on('select', onSelect).on('reInit', onReInit);
    return () => {
      embla.off('select', onSelect).off('reInit', onReInit);
    };
  }, [embla, current, count]);

  function show(slide: number) {
    setPosition(slide);
    embla?.scrollTo(slide, isMotionReduced());
  }

  function onKeyDown(event: KeyboardEvent) {
    const slide = pickSlideByKey(event.key, current, count);
    if (slide === undefined) return;
    event.preventDefault();
    show(slide);
    embla?.slideNodes()[slide]?.querySelector('button')?.focus({ preventScroll: true });
  }

  // `areAllSeen`: the viewport shows the whole track.
  return { viewport, current, areAllSeen, show, onKeyDown };
}

interface Track {
  /** Positions at which the track can rest: one a slide, or fewer. */
  snaps: readonly number[];
  selected: number;
  current: number;
  count: number;
}

/**
 * The slide that a dragged track shows. On a wide screen the last slides share the track's end: the current slide stays
 * current there, else the last slide counts, so that the end of the track means the last exhibition.
 */
export function pickSlide({ snaps, selected, current, count }: Track): number {
  const snapOf = (slide: number) => snaps[Math.min(slide, snaps.length - 1)];
  const slides = Array.from({ length: count }, (_, slide) => slide).filter((slide) => snapOf(slide) === snapOf(selected));
  return slides.includes(current) ? current : (slides.at(-1) ?? 0);
}

export function pickSlideByKey(key: string, current: number, count: number): number | undefined {
  const targets = new Map([
    ['ArrowRight', current + 1],
    ['ArrowLeft', current - 1],
    ['Home', 0],
    ['End', count - 1],
  ]);
  const slide = targets.get(key);
  return slide === undefined ? undefined : Math.min(count - 1, Math.max(0, slide));
}
