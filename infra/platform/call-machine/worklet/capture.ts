import { LevelMeter } from './level-meter.ts';
import { Resampler } from './resampler.ts';
import type { FromCapture, ToCapture } from './worklet-messages.ts';

export interface CaptureOptions {
  inputRate: number;
  /** Of the frames that go up, in Hz. */
  frameRate: number;
}

/** The microphone's samples become frames of 20 ms. Nothing leaves it while the microphone is off. */
export class Capture {
  private readonly resampler: Resampler;
  private readonly meter: LevelMeter;
  private readonly post: (message: FromCapture) => void;
  private readonly frame: Int16Array;
  private filled = 0;
  private isOn: boolean = false;

  constructor({ inputRate, frameRate }: CaptureOptions, post: (message: FromCapture) => void) {
    this.resampler = new Resampler(inputRate, frameRate);
    this.meter = new LevelMeter(inputRate / 10);
    this.frame = new Int16Array(frameRate / 50);
    this.post = post;
  }

  receive({ isOn }: ToCapture): void {
    this.isOn = isOn;
    // What was said before the microphone went off must not be sent when it goes on again.
    this.resampler.reset();
    this.filled = 0;
  }

  /** The samples of one block; undefined where no microphone is connected. */
  feed(samples: Float32Array | undefined): void {
    if (samples) for (const sample of samples) this.add(this.isOn ? sample : 0);
    if (this.meter.isFull) this.post({ t: 'level', level: this.meter.read() });
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
