import type { VoiceNavigator, VoicePage } from './voice-page.ts';

const lockName = 'enfilade-voice';

/** Resolves to the voice's release, or to undefined if another tab has the voice. In browsers without locks, every tab may speak. */
export async function claimVoice(
  { locks }: Pick<VoiceNavigator, 'locks'>,
  takesOver: boolean,
  onLost: () => void,
): Promise<(() => void) | undefined> {
  if (!locks) return () => {};
  let isReleased = false;
  return await new Promise((resolve, reject) => {
    let isHeld = false;
    const hold = (lock: Lock | null) => {
      if (!lock) return resolve(undefined);
      isHeld = true;
      return new Promise<void>((release) => {
        resolve(() => {
          isReleased = true;
          release();
        });
      });
    };
    locks.request(lockName, takesOver ? { steal: true } : { ifAvailable: true }, hold).catch((cause: unknown) => {
      if (!isHeld) reject(cause);
      else if (!isReleased) onLost();
    });
  });
}

/** A hidden page loses the lock and requests it again. Refusals are ignored. */
export function acquireWakeLock({ document, navigator }: Pick<VoicePage, 'document' | 'navigator'>): () => void {
  const { wakeLock } = navigator;
  if (!wakeLock) return () => {};
  let isOver = false;
  let isAsking = false;
  let release = () => {};

  const acquire = async () => {
    if (isOver || isAsking || document.visibilityState !== 'visible') return;
    isAsking = true;
    release();
    const sentinel = await wakeLock.request('screen').catch(() => undefined);
    isAsking = false;
    release = () => void sentinel?.release().catch(() => undefined);
    if (isOver) release();
  };
  const reacquire = () => void acquire();
  document.addEventListener('visibilitychange', reacquire);
  void acquire();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', reacquire);
    release();
  };
}

/** A silent iPhone plays the guide only if the page sets the audio session's type. */
export function openAudioSession({ audioSession }: Pick<VoiceNavigator, 'audioSession'>, isRecording: boolean): () => void {
  if (!audioSession) return () => {};
  audioSession.type = isRecording ? 'play-and-record' : 'playback';
  return () => {
    audioSession.type = 'auto';
  };
}
