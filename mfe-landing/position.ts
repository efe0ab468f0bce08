interface Track {
  /** Where the track can rest: one place a slide, or fewer. */
  snaps: readonly number[];
  /** The place it rests at. */
  selected: number;
  /** The slide that was shown before. */
  current: number;
  /** Slides in all. */
  count: number;
}

/**
 * Which slide a dragged track shows. On a wide screen the last slides share the track's end: among equals the
 * current one stays, else the last wins, so that the end of the track reads as the last exhibition.
 */
export function pickSlide({ snaps, selected, current, count }: Track): number {
  const place = (slide: number) => snaps[Math.min(slide, snaps.length - 1)];
  const equals = Array.from({ length: count }, (_, slide) => slide).filter((slide) => place(slide) === place(selected));
  return equals.includes(current) ? current : (equals.at(-1) ?? 0);
}

/** The slide a key leads to; undefined when the key has no meaning here. */
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
