import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { pickSlide, pickSlideByKey } from './model/position.ts';
import type { CarouselSteering } from './ui/carousel.tsx';

/** Where the carousel stands. The browser scrolls and snaps; this follows, and steers by arrows, dots and keys. */
export function useCarousel(count: number): CarouselSteering {
  const track = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState(0);
  // Where a press of ours is scrolling to: what passes by on the way is not announced.
  const heading = useRef<number | null>(null);
  const current = Math.min(position, Math.max(0, count - 1));

  function show(slide: number) {
    setPosition(slide);
    const left = snapOffsets(track)[slide];
    if (left === undefined || left === track.current?.scrollLeft) return;
    heading.current = left;
    track.current?.scrollTo({ left });
  }

  function follow() {
    const scrolled = track.current?.scrollLeft ?? 0;
    if (heading.current !== null && Math.abs(heading.current - scrolled) > 1) return;
    settle();
  }

  function settle() {
    heading.current = null;
    const scrolled = track.current?.scrollLeft ?? 0;
    setPosition((before) => pickSlide(snapOffsets(track), scrolled, before));
  }

  function steer(event: KeyboardEvent) {
    const slide = pickSlideByKey(event.key, current, count);
    if (slide === undefined) return;
    event.preventDefault();
    show(slide);
    track.current?.children[slide]?.querySelector('button')?.focus({ preventScroll: true });
  }

  const letGo = () => {
    heading.current = null;
  };
  return { track, current, show, mark: setPosition, follow, settle, letGo, steer };
}

/** Scroll position of each slide, limited to the track's end. */
function snapOffsets(track: RefObject<HTMLDivElement | null>): number[] {
  if (!track.current) return [];
  const { children, scrollWidth, clientWidth } = track.current;
  const slides = [...children].filter((child) => child instanceof HTMLElement);
  const start = slides[0]?.offsetLeft ?? 0;
  return slides.map((slide) => Math.min(slide.offsetLeft - start, scrollWidth - clientWidth));
}
