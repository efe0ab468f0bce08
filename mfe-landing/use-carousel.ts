import useEmblaCarousel from 'embla-carousel-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { pickSlide, pickSlideByKey } from './position.ts';
import type { CarouselSteering } from './carousel.tsx';

const options = {
  align: 'start',
  // One resting place a slide, also where several share the end of a wide track.
  containScroll: 'keepSnaps',
  // In embla's own measure; comes to rest in about a quarter of a second.
  duration: 20,
  breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  // Its own handling of focus knows the Tab key only; ours follows every focus that can be seen.
  watchFocus: false,
} as const;

/** Where the carousel stands. Embla moves the track; this follows, and steers by arrows, dots and keys. */
export function useCarousel(count: number): CarouselSteering {
  const [viewport, embla] = useEmblaCarousel(options);
  const [position, setPosition] = useState(0);
  const current = Math.min(position, Math.max(0, count - 1));

  useEffect(() => {
    if (!embla) return;
    const follow = () =>
      setPosition((before) => pickSlide({ snaps: embla.scrollSnapList(), selected: embla.selectedScrollSnap(), current: before, count }));
    // Measured anew after a turn of the phone: the same exhibition stays in sight.
    const stay = () => embla.scrollTo(current, true);
    embla.on('select', follow).on('reInit', stay);
    return () => {
      embla.off('select', follow).off('reInit', stay);
    };
  }, [embla, current, count]);

  function show(slide: number) {
    setPosition(slide);
    embla?.scrollTo(slide);
  }

  function steer(event: KeyboardEvent) {
    const slide = pickSlideByKey(event.key, current, count);
    if (slide === undefined) return;
    event.preventDefault();
    show(slide);
    embla?.slideNodes()[slide]?.querySelector('button')?.focus({ preventScroll: true });
  }

  return { viewport, current, show, steer };
}
