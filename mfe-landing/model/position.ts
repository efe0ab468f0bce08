/**
 * Which slide a scrolled track shows. `offsets` are the scroll positions at which each slide stands first,
 * limited to what the track can reach: on a wide screen the last ones share the track's end. Among equals
 * the `current` one stays, else the last wins, so that the end of the track reads as the last exhibition.
 */
export function pickSlide(offsets: readonly number[], scrolled: number, current: number): number {
  const distances = offsets.map((offset) => Math.abs(offset - scrolled));
  const nearest = Math.min(...distances);
  const candidates = distances.flatMap((distance, index) => (distance - nearest <= 1 ? [index] : []));
  return candidates.includes(current) ? current : (candidates.at(-1) ?? 0);
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
