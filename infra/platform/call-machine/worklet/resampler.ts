import { createFilterBank, type FilterBank } from './filter-bank.ts';

/**
 * Samples of one rate in, samples of another out, one by one: `take` while it is hungry, else `next`. It only counts
 * whole numbers, so nothing drifts however long it runs. Sound comes out half a filter later (about a millisecond).
 */
export class Resampler {
  private readonly bank: FilterBank;
  /** Twice the last input samples, so that they always stand in one piece somewhere. */
  private readonly heard: Float32Array;
  private at = 0;
  /** Where the next output sample lies after the last input sample, in phases. */
  private place: number;

  constructor(fromRate: number, toRate: number) {
    this.bank = createFilterBank(fromRate, toRate);
    this.heard = new Float32Array(2 * this.bank.taps);
    this.place = this.bank.phases;
  }

  get isHungry(): boolean {
    return this.place >= this.bank.phases;
  }

  take(sample: number): void {
    const { taps, phases } = this.bank;
    this.heard[this.at] = sample;
    this.heard[this.at + taps] = sample;
    this.at = (this.at + 1) % taps;
    this.place -= phases;
  }

  next(): number {
    const { taps, weights, step } = this.bank;
    const row = this.place * taps;
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) sum += (weights[row + tap] ?? 0) * (this.heard[this.at + tap] ?? 0);
    this.place += step;
    return sum;
  }

  /** As new: what was heard is forgotten. */
  reset(): void {
    this.heard.fill(0);
    this.place = this.bank.phases;
  }
}
