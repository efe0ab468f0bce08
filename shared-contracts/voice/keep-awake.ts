import type { VoicePage } from './voice-page.ts';

/** Keeps the screen on while the guide is there. A hidden page loses it and takes it again; nobody is told when it does not work. */
export function keepAwake({ document, navigator }: Pick<VoicePage, 'document' | 'navigator'>): () => void {
  const { wakeLock } = navigator;
  if (!wakeLock) return () => {};
  let isOver = false;
  let letSleep = () => {};

  const take = async () => {
    if (isOver || document.visibilityState !== 'visible') return;
    letSleep();
    const sentinel = await wakeLock.request('screen').catch(() => undefined);
    letSleep = () => void sentinel?.release().catch(() => undefined);
    if (isOver) letSleep();
  };
  const retake = () => void take();
  document.addEventListener('visibilitychange', retake);
  void take();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', retake);
    letSleep();
  };
}
