import type { VoiceNavigator } from './voice-page.ts';

const lockName = 'enfilade-voice';

/**
 * One tab of a browser has the voice. Resolves with what gives it back, or with undefined when another tab has it;
 * `onLost` is called once when another tab takes it over. Browsers without locks let every tab speak.
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
      return new Promise<void>((letGo) => {
        resolve(() => {
          isReleased = true;
          letGo();
        });
      });
    };
    locks.request(lockName, takesOver ? { steal: true } : { ifAvailable: true }, hold).catch((cause: unknown) => {
      if (!isHeld) reject(cause);
      else if (!isReleased) onLost();
    });
  });
}
