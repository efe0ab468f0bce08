/**
 * The key of an event; undefined while an input method composes, which owns its Enter and Escape. WebKit ends the composition before the
 * Enter that confirms it, and says so by the code 229 alone.
 */
export const pressedKey = ({ key, isComposing, keyCode }: KeyboardEvent): string => (isComposing || keyCode === 229 ? '' : key);

/** In the order in which the event reaches them: window and document on its way down, document and window on its way up. */
const places = {
  microphone: ['window', true],
  tip: ['document', true],
  panel: ['document', false],
  guide: ['window', false],
} as const;

/** What may be behind a modal dialog, whose press of Escape the browser takes to close it. */
const isBehindDialog = (place: keyof typeof places) =>
  ['panel', 'guide'].includes(place) && document.querySelector('dialog[open]') !== null;

/** One press of Escape does one thing, across screens: the first takes the press, unless it returns false. */
export function onEscape(place: keyof typeof places, take: () => unknown): () => void {
  const [target, isFirst] = places[place];
  const onKeyDown = (event: Event) => {
    if (event.defaultPrevented || pressedKey(event as KeyboardEvent) !== 'Escape' || isBehindDialog(place)) return;
    if (take() !== false) event.preventDefault();
  };
  window[target].addEventListener('keydown', onKeyDown, isFirst);
  return () => window[target].removeEventListener('keydown', onKeyDown, isFirst);
}
