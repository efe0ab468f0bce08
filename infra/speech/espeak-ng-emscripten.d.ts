// The package has no types. The used part of version 0.3.5.
declare module '@echogarden/espeak-ng-emscripten' {
  interface SpeechEvent {
    type: string;
    /** In ms since the text began. */
    audio_position: number;
    /** In characters, counted from 1. */
    text_position: number;
    word_length: number;
  }

  interface Synthesiser {
    get_samplerate(): number;
    /** 0 if the voice exists; otherwise the previous voice stays. */
    set_voice(timbre: string): number;
    set_pitch(pitch: number): void;
    set_rate(wordsPerMinute: number): void;
    /** Calls `tell` synchronously. The synthesis ends if `tell` returns true. */
    synthesize(text: string, tell: (audio: Int16Array | null, events: SpeechEvent[] | undefined) => boolean): void;
  }

  export default function load(): Promise<{ eSpeakNGWorker: new () => Promise<Synthesiser> }>;
}
