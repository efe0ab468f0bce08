import type { VoiceNavigator, VoicePage } from './voice-page.ts';

const lockName = 'enfilade-voice';

/**
 * One tab of a browser has the voice. Resolves with what releases it, or with undefined when another tab has it;
 * `onLost` is called once when another tab takes it over. In browsers without locks every tab may speak.
 */
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

/** The screen stays on until the returned function is called. A hidden page loses the lock and asks again; a refusal is ignored. */
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

/** An iPhone on silent plays the guide only when the page's audio session has a type for it. */
export function openAudioSession({ audioSession }: Pick<VoiceNavigator, 'audioSession'>, isRecording: boolean): () => void {
  if (!audioSession) return () => {};
  audioSession.type = isRecording ? 'play-and-record' : 'playback';
  return () => {
    audioSession.type = 'auto';
  };
}
