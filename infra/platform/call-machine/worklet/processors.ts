import { Resampler } from './resampler.ts';
import type { FromCapture, FromPlayout, ToCapture, ToPlayout } from './worklet-messages.ts';

/** Root mean square of `window` samples, from 0 to 1. */
export function createLevelMeter(window: number) {
  let squares = 0;
  let count = 0;
  return {
    add(sample: number) {
      squares += sample * sample;
      count++;
    },
    isFull: () => count >= window,
    /** The level since the last reading; 0 if no sample came. */
    read() {
      const level = count === 0 ? 0 : Math.sqrt(squares / count);
      [squares, count] = [0, 0];
      return level;
    },
  };
}

export type CaptureOptions = { inputRate: number; frameRate: number };

/** Turns the microphone's samples into frames of 20 ms. Posts no frame while the microphone is off. */
export class Capture {
  private readonly resampler: Resampler;
  private readonly meter: ReturnType<typeof createLevelMeter>;
  private readonly post: (message: FromCapture) => void;
  private readonly frame: Int16Array;
  private filled = 0;
  private isOn: boolean = false;

  constructor({ inputRate, frameRate }: CaptureOptions, post: (message: FromCapture) => void) {
    this.resampler = new Resampler(inputRate, frameRate);
    this.meter = createLevelMeter(inputRate / 10);
    this.frame = new Int16Array(frameRate / 50);
    this.post = post;
  }

  receive({ isOn }: ToCapture): void {
    this.isOn = isOn;
    // Speech from before the microphone was switched off must not be sent after it is switched on again.
    this.resampler.reset();
    this.filled = 0;
  }

  /** @param samples undefined if no microphone is connected */
  feed(samples: Float32Array | undefined): void {
    if (samples) for (const sample of samples) this.add(this.isOn ? sample : 0);
    if (this.meter.isFull()) this.post({ t: 'level', level: this.meter.read() });
  }

  private add(sample: number): void {
    this.meter.add(sample);
    if (!this.isOn) return;
    this.resampler.push(sample);
    while (!this.resampler.needsInput) this.write(this.resampler.next());
  }

  private write(sample: number): void {
    this.frame[this.filled++] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
    if (this.filled < this.frame.length) return;
    this.filled = 0;
    this.post({ t: 'frame', pcm: this.frame.slice().buffer });
  }
}

export class SampleQueue {
  private pieces: Float32Array[] = [];
  /** Position in the first piece. */
  private at = 0;
  private count = 0;

  get length(): number {
    return this.count;
  }

  push(pcm: Int16Array): void {
    if (pcm.length === 0) return;
    // `Float32Array.from` with a function takes forty times as long as the loop, and a late audio thread is heard.
    const piece = new Float32Array(pcm.length);
    for (let at = 0; at < pcm.length; at++) piece[at] = (pcm[at] ?? 0) / 32_768;
    this.pieces.push(piece);
    this.count += pcm.length;
  }

  /** Silence if the queue is empty. */
  shift(): number {
    const piece = this.pieces[0];
    if (!piece) return 0;
    const sample = piece[this.at++] ?? 0;
    this.count--;
    if (this.at === piece.length) {
      this.pieces.shift();
      this.at = 0;
    }
    return sample;
  }

  /** Drops everything but the next `fade` samples and fades them out, because a hard cut is heard as a click. */
  cutAfter(fade: number): void {
    const length = Math.min(this.count, fade);
    const kept = Float32Array.from({ length }, (_, at) => this.shift() * (1 - (at + 1) / length));
    [this.pieces, this.at, this.count] = [length > 0 ? [kept] : [], 0, length];
  }
}

/** Playback starts when this much sound is queued, or after this time, so that uneven delivery causes no gap. */
const leadMs = 40;
const fadeMs = 5;

export class Playout {
  private readonly queue = new SampleQueue();
  private readonly meter: ReturnType<typeof createLevelMeter>;
  private readonly post: (report: FromPlayout) => void;
  private readonly outputRate: number;
  private rate: number;
  private resampler: Resampler;
  /** Sound is queued until the page plays. */
  private isHeld: boolean = true;
  private isPlaying: boolean = false;
  private waitedMs = 0;
  private playedMs = 0;

  constructor(outputRate: number, post: (report: FromPlayout) => void) {
    this.outputRate = outputRate;
    this.rate = outputRate;
    this.resampler = new Resampler(outputRate, outputRate);
    this.meter = createLevelMeter(outputRate / 10);
    this.post = post;
  }

  receive(message: ToPlayout): void {
    if (message.t === 'pcm') this.queue.push(new Int16Array(message.pcm));
    else if (message.t === 'rate') [this.rate, this.resampler] = [message.rate, new Resampler(message.rate, this.outputRate)];
    else if (message.t === 'start') this.isHeld = false;
    else this.queue.cutAfter(Math.round((this.rate * fadeMs) / 1000));
  }

  render(output: Float32Array): void {
    if (!this.isPlaying) this.waitForLead(output.length);
    for (let at = 0; at < output.length; at++) {
      while (this.resampler.needsInput) this.resampler.push(this.isPlaying ? this.play() : 0);
      const sample = this.resampler.next();
      output[at] = sample;
      this.meter.add(sample);
    }
    const isDry = this.isPlaying && this.queue.length === 0;
    if (isDry) this.isPlaying = false;
    if (isDry || this.meter.isFull()) this.report();
  }

  private waitForLead(samples: number): void {
    if (this.isHeld || this.queue.length === 0) return;
    this.waitedMs += (samples * 1000) / this.outputRate;
    this.isPlaying = this.queuedMs() >= leadMs || this.waitedMs >= leadMs;
    if (this.isPlaying) this.waitedMs = 0;
  }

  private play(): number {
    if (this.queue.length > 0) this.playedMs += 1000 / this.rate;
    return this.queue.shift();
  }

  private queuedMs(): number {
    return (this.queue.length * 1000) / this.rate;
  }

  private report(): void {
    this.post({ t: 'played', level: this.meter.read(), playedMs: Math.round(this.playedMs), queuedMs: Math.round(this.queuedMs()) });
  }
}
