import type { DecodingContext } from '../kit/decode-sound.ts';

/** What a voice conversation needs of its page; in tests the parts no test browser has are small fakes. */
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

/** The parts of navigator that not every browser has. */
export interface VoiceNavigator {
  readonly onLine?: boolean;
  readonly maxTouchPoints?: number;
  readonly mediaDevices?: Pick<MediaDevices, 'getUserMedia'> & Partial<Pick<MediaDevices, 'enumerateDevices'>>;
  readonly permissions?: { query(descriptor: { name: 'microphone' }): Promise<{ state: PermissionState }> };
  readonly locks?: Pick<LockManager, 'request'>;
  readonly wakeLock?: { request(type: 'screen'): Promise<{ release(): Promise<void> }> };
  readonly audioSession?: { type: string };
}

/** Browsers that can recognise on the device itself say so by these. */
export interface RecognitionConstructor {
  new (): Recognition;
  readonly prototype: object;
  available?(options: LocalOptions): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
}

interface LocalOptions {
  readonly langs: readonly string[];
  processLocally: true;
}

/** The browser's recogniser as far as it is used; no standard types carry it yet. */
export interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  /** True: on the device, or not at all. */
  processLocally?: boolean;
  phrases?: object[];
  onresult: ((event: RecognitionResultEvent) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  onspeechstart: (() => void) | null;
  onspeechend: (() => void) | null;
  /** Uses the track instead of the microphone, if the browser has `available`; others ignore it. */
  start(track?: MediaStreamTrack): void;
  stop(): void;
  abort(): void;
}

export interface RecognitionResultEvent {
  results: ArrayLike<{ isFinal: boolean; [index: number]: { transcript: string } }>;
}

/** The page this runs in. */
export function readVoicePage(fetch: VoicePage['fetch']): VoicePage {
  return {
    window: window as unknown as VoiceWindow,
    document,
    navigator: navigator as unknown as VoiceNavigator,
    fetch,
  };
}
