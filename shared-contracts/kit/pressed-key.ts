/** Empty while an input method composes. WebKit ends the composition before the confirming Enter, which only has the key code 229. */
export const pressedKey = ({ key, isComposing, keyCode }: KeyboardEvent): string => (isComposing || keyCode === 229 ? '' : key);

/** In the order of the event's phases: window and document while capturing, document and window while bubbling. */
const places = {
  microphone: ['window', true],
  tip: ['document', true],
  panel: ['document', false],
  guide: ['window', false],
} as const;

/** The browser closes an open modal dialog on Escape. */
const isBehindDialog = (place: keyof typeof places) =>
  ['panel', 'guide'].includes(place) && document.querySelector('dialog[open]') !== null;

/** Across all screens, one press has one handler: the first whose `take` does not return false. */
export function onEscape(place: keyof typeof places, take: () => unknown): () => void {
  const [target, isFirst] = places[place];
  const onKeyDown = (event: Event) => {
    if (event.defaultPrevented || pressedKey(event as KeyboardEvent) !== 'Escape' || isBehindDialog(place)) return;
    if (take() !== false) event.preventDefault();
  };
  window[target].addEventListener('keydown', onKeyDown, isFirst);
  return () => window[target].removeEventListener('keydown', onKeyDown, isFirst);
}
