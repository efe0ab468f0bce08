/** What lets a context run that the browser suspended: the visitor did something. */
const gestures = ['pointerdown', 'pointerup', 'keydown', 'touchend'] as const;

/**
 * A context is suspended before the first gesture, after a phone call (iOS: `interrupted`) and in a page in the background; it is resumed
 * whenever that may be over, until the signal aborts.
 */
export function keepRunning(context: Pick<AudioContext, 'state' | 'resume' | 'addEventListener'>, signal: AbortSignal): void {
  const resume = () => {
    if (context.state === 'running' || context.state === 'closed' || signal.aborted) return;
    // Refused before a gesture; the next one asks again.
    context.resume().catch(() => undefined);
  };
  context.addEventListener('statechange', resume, { signal });
  document.addEventListener('visibilitychange', resume, { signal });
  window.addEventListener('pageshow', resume, { signal });
  for (const gesture of gestures) document.addEventListener(gesture, resume, { signal, capture: true, passive: true });
  resume();
}
