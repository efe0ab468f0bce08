/** Browsers allow a suspended context to run after these gestures. */
const gestures = ['pointerdown', 'pointerup', 'keydown', 'touchend'] as const;

/** Browsers suspend a context before the first gesture, after a phone call (iOS: `interrupted`) and in the background. */
export function keepRunning(context: Pick<AudioContext, 'state' | 'resume' | 'addEventListener'>, signal: AbortSignal): void {
  const resume = () => {
    if (context.state === 'running' || context.state === 'closed' || signal.aborted) return;
    // The browser refuses before a gesture. The next gesture tries again.
    context.resume().catch(() => undefined);
  };
  context.addEventListener('statechange', resume, { signal });
  document.addEventListener('visibilitychange', resume, { signal });
  window.addEventListener('pageshow', resume, { signal });
  for (const gesture of gestures) document.addEventListener(gesture, resume, { signal, capture: true, passive: true });
  resume();
}
