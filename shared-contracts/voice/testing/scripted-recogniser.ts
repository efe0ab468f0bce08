type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

/**
 * A browser's `SpeechRecognition` that recognises on the device, as the Web Speech API and browsers have it: `install`
 * takes the visitor's own tap and uses it up, tells no progress, and resolves to whether it is there.
 */
export function createScriptedRecogniser(first: Availability) {
  const script = {
    status: first as Availability | Error,
    asked: [] as unknown[],
    /** Ends the download: true, false or an exception. */
    end: (_installed: boolean | Error): void => undefined,
    started: [] as { lang: string; processLocally: boolean; phrases: object[] }[],
    isActivated: false,
    SpeechRecognition: undefined as unknown as typeof Recognition,
  };
  class Recognition extends EventTarget {
    #isLocal = false;
    lang = '';
    phrases: object[] = [];
    get processLocally() {
      return this.#isLocal;
    }
    set processLocally(isLocal: boolean) {
      this.#isLocal = isLocal;
    }
    static async available(options: unknown) {
      script.asked.push(['available', options]);
      if (script.status instanceof Error) throw script.status;
      return script.status;
    }
    static async install(options: unknown) {
      script.asked.push(['install', options]);
      if (!script.isActivated) throw new DOMException('', 'NotAllowedError');
      script.isActivated = false;
      script.status = 'downloading';
      return await new Promise<boolean>((resolve, reject) => {
        script.end = (installed) => {
          script.status = installed === true ? 'available' : 'downloadable';
          if (installed instanceof Error) reject(installed);
          else resolve(installed);
        };
      });
    }
    start() {
      script.started.push(this);
    }
    stop() {}
    abort() {}
  }
  script.SpeechRecognition = Recognition;
  globalThis.addEventListener?.('click', () => (script.isActivated = true), true);
  return script;
}
