/**
 * The key of an event; none while an input method composes, whose Enter and Escape are its own. WebKit ends the composition
 * before the Enter that confirms it, and says so by the code 229 alone.
 */
export const pressedKey = ({ key, isComposing, keyCode }: KeyboardEvent): string => (isComposing || keyCode === 229 ? '' : key);

/** In the order in which the event reaches them: window and document on its way down, document and window on its way up. */
const places = {
  microphone: (page: Window) => [page, { capture: true }] as const,
  overlay: (page: Window) => [page.document, { capture: true }] as const,
  panel: (page: Window) => [page.document, {}] as const,
  guide: (page: Window) => [page, {}] as const,
};

/** One press of Escape does one thing, across screens: the first takes the press, unless it returns false. */
export function onEscape(place: keyof typeof places, take: () => unknown): () => void {
  const [target, options] = places[place](window);
  const onKeyDown = (event: Event) => {
    if (!event.defaultPrevented && pressedKey(event as KeyboardEvent) === 'Escape' && take() !== false) event.preventDefault();
  };
  target.addEventListener('keydown', onKeyDown, options);
  return () => target.removeEventListener('keydown', onKeyDown, options);
}
