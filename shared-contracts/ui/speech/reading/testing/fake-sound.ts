import type { ReadingPage } from '../create-piece-player.ts';
import type { SoundContext } from '../open-sound-queue.ts';

/** Samples a second of every fake sound. */
const sampleRate = 100;

/** Encoded sound of a fake: its samples, loud from end to end. */
const encode = (seconds: number): ArrayBuffer => new Float32Array(Math.round(seconds * sampleRate)).fill(0.5).buffer;

interface FakeSource {
  buffer: AudioBuffer | null;
  onended: (() => void) | null;
  startedAt: number | undefined;
  offset: number;
  endsAt: number;
  isStopped: boolean;
}

/** The browser's AudioContext as far as it is used; a test passes its time. */
export class FakeContext extends EventTarget {
  state: AudioContextState = 'suspended';
  currentTime = 0;
  readonly sources: FakeSource[] = [];
  private readonly isBlocked: boolean;

  constructor(isBlocked: boolean) {
    super();
    this.isBlocked = isBlocked;
  }

  setState(state: AudioContextState) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  resume() {
    if (this.isBlocked) return new Promise<void>(() => {});
    this.setState('running');
    return Promise.resolve();
  }
  suspend() {
    this.setState('suspended');
    return Promise.resolve();
  }
  close() {
    this.setState('closed');
    return Promise.resolve();
  }
  /** Empties the buffer, as the browser does; an empty one is no sound. */
  decodeAudioData(bytes: ArrayBuffer) {
    const samples = new Float32Array(structuredClone(bytes, { transfer: [bytes] }));
    if (samples.length === 0) return Promise.reject(new DOMException('no sound', 'EncodingError'));
    return Promise.resolve({ sampleRate, numberOfChannels: 1, getChannelData: () => samples });
  }
  createBuffer(_channels: number, length: number) {
    const samples = new Float32Array(length);
    return { sampleRate, numberOfChannels: 1, getChannelData: () => samples, copyToChannel: (given: Float32Array) => samples.set(given) };
  }
  readonly output = { gain: { value: 1 }, connect() {} };
  createGain() {
    return this.output;
  }
  createBufferSource() {
    const source = {
      buffer: null,
      onended: null,
      startedAt: undefined as number | undefined,
      offset: 0,
      endsAt: Number.POSITIVE_INFINITY,
      isStopped: false,
      connect() {},
      disconnect() {},
      start(at: number, offset: number, seconds: number) {
        source.offset = offset;
        source.startedAt = at;
        source.endsAt = at + seconds;
      },
      stop() {
        source.isStopped = true;
      },
    };
    this.sources.push(source);
    return source;
  }
  /** Lets the device's time pass and ends the sounds that are over by then. */
  pass(seconds: number) {
    this.currentTime += seconds;
    for (const source of this.sources) {
      if (source.endsAt > this.currentTime) continue;
      const { onended } = source;
      source.onended = null;
      onended?.();
    }
  }
}

/** A page whose contexts a test controls. */
export function createFakePage({ isBlocked = false } = {}) {
  const contexts: FakeContext[] = [];
  const audioSession = { type: 'auto' };
  const page: ReadingPage = {
    navigator: { audioSession },
    createContext() {
      const context = new FakeContext(isBlocked);
      contexts.push(context);
      return context as unknown as SoundContext;
    },
  };
  const newest = () => contexts.at(-1) as FakeContext;
  return { page, contexts, audioSession, newest };
}

/** Speech that comes when the test says so. */
export function createFakeSpeech() {
  const asked: { voiceId: string; text: string; signal: AbortSignal | undefined; come(seconds: number): void; fail(error: Error): void }[] =
    [];
  let checks = 0;
  let isConnected = true;
  return {
    asked,
    checks: () => checks,
    disconnect() {
      isConnected = false;
    },
    api: {
      speak: (voiceId: string, { text }: { text: string }, signal?: AbortSignal) =>
        new Promise<ArrayBuffer>((resolve, reject) => {
          asked.push({ voiceId, text, signal, come: (seconds) => resolve(encode(seconds)), fail: reject });
        }),
      checkConnection() {
        checks += 1;
        return isConnected ? Promise.resolve() : Promise.reject(new Error('offline'));
      },
    },
  };
}

/** Lets pending promises resolve. */
export const flushPromises = () => new Promise((next) => setTimeout(next, 0));
