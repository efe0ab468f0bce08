import type { DecodingContext } from '../kit/decode-sound.ts';

/** Tests replace features that test browsers lack. */
export interface VoicePage {
  window: VoiceWindow;
  document: Document;
  navigator: VoiceNavigator;
  fetch(url: string, options: RequestInit): Promise<Response>;
}

export interface VoiceWindow extends EventTarget {
  readonly isSecureContext: boolean;
  readonly AudioContext?: new () => AudioContext;
  readonly MediaStream?: new (tracks: MediaStreamTrack[]) => MediaStream;
  readonly SpeechRecognition?: RecognitionConstructor;
  readonly webkitSpeechRecognition?: RecognitionConstructor;
  readonly SpeechRecognitionPhrase?: new (phrase: string, boost: number) => object;
  readonly OfflineAudioContext?: DecodingContext;
  readonly MediaRecorder?: new (stream: MediaStream) => MediaRecorder;
}

/** Some browsers lack these parts. */
export interface VoiceNavigator {
  readonly onLine?: boolean;
  readonly maxTouchPoints?: number;
  readonly mediaDevices?: Pick<MediaDevices, 'getUserMedia'> & Partial<Pick<MediaDevices, 'enumerateDevices'>>;
  readonly permissions?: { query(descriptor: { name: 'microphone' }): Promise<{ state: PermissionState }> };
  readonly locks?: Pick<LockManager, 'request'>;
  readonly wakeLock?: { request(type: 'screen'): Promise<{ release(): Promise<void> }> };
  readonly audioSession?: { type: string };
}

export interface RecognitionConstructor {
  new (): Recognition;
  readonly prototype: object;
  available?(options: LocalOptions): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
}

interface LocalOptions {
  readonly langs: readonly string[];
  processLocally: true;
}

/** TypeScript's types lack the browser's recogniser. */
export interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  /** True recognises on the device or not at all. */
  processLocally?: boolean;
  phrases?: object[];
  onresult: ((event: RecognitionResultEvent) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  onspeechstart: (() => void) | null;
  onspeechend: (() => void) | null;
  /** Browsers with `available` use the track instead of the microphone. Other browsers ignore the track. */
  start(track?: MediaStreamTrack): void;
  stop(): void;
  abort(): void;
}

export interface RecognitionResultEvent {
  results: ArrayLike<{ isFinal: boolean; [index: number]: { transcript: string } }>;
}

export function readVoicePage(fetch: VoicePage['fetch']): VoicePage {
  return {
    window: window as unknown as VoiceWindow,
    document,
    navigator: navigator as unknown as VoiceNavigator,
    fetch,
  };
}
