/** How loud it is, in windows: root mean square, 0 to 1. */
export class LevelMeter {
  private squares = 0;
  private count = 0;
  private readonly window: number;

  /** `window` in samples. */
  constructor(window: number) {
    this.window = window;
  }

  add(sample: number): void {
    this.squares += sample * sample;
    this.count++;
  }

  get isFull(): boolean {
    return this.count >= this.window;
  }

  /** The level since the last reading; 0 when nothing came. */
  read(): number {
    const level = this.count === 0 ? 0 : Math.sqrt(this.squares / this.count);
    this.squares = 0;
    this.count = 0;
    return level;
  }
}
