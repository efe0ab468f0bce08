/** The weights of a resampler: a row for each possible position of an output sample between two input samples. */
interface FilterBank {
  /** Number of rows, and of output samples for `step` input samples. */
  phases: number;
  step: number;
  /** Number of weights in a row, and of input samples for an output sample. */
  taps: number;
  weights: Float32Array;
}

/** Zero crossings on each side of the middle. More of them make the filter steeper. */
const crossings = 16;
/** Share of half the lower rate, so that the filter's slope ends about where aliases begin. */
const passBand = 0.92;

/** Shared, because each sentence of a speech service gets a new resampler. */
const filterBanks = new Map<string, FilterBank>();

function filterBankOf(fromRate: number, toRate: number): FilterBank {
  const key = `${fromRate} ${toRate}`;
  const bank = filterBanks.get(key) ?? createFilterBank(fromRate, toRate);
  filterBanks.set(key, bank);
  return bank;
}

/** A low-pass (windowed sinc) for half of the lower rate, in Hz. */
function createFilterBank(fromRate: number, toRate: number): FilterBank {
  const common = greatestCommonDivisor(fromRate, toRate);
  const [step, phases] = [fromRate / common, toRate / common];
  const cutoff = 0.5 * passBand * Math.min(1, toRate / fromRate);
  const half = Math.ceil(crossings / (2 * cutoff));
  const taps = 2 * half;
  const weights = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase++) {
    const row = Array.from({ length: taps }, (_, tap) => windowedSinc(tap - half + 1 - phase / phases, half, cutoff));
    const sum = row.reduce((total, weight) => total + weight, 0);
    // Each row adds up to 1: silence stays silence and a steady tone keeps its loudness from sample to sample.
    row.forEach((weight, tap) => {
      weights[phase * taps + tap] = weight / sum;
    });
  }
  return { phases, step, taps, weights };
}

/** Blackman's window. `distance` and `half` in input samples, `cutoff` in cycles per input sample. */
function windowedSinc(distance: number, half: number, cutoff: number): number {
  if (Math.abs(distance) >= half) return 0;
  const turn = (Math.PI * distance) / half;
  const window = 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
  const angle = 2 * Math.PI * cutoff * distance;
  return window * (angle === 0 ? 1 : Math.sin(angle) / angle);
}

function greatestCommonDivisor(first: number, second: number): number {
  return second === 0 ? first : greatestCommonDivisor(second, first % second);
}

/** `push` while `needsInput`, else `next`. The position is a whole number, so the output never drifts. The output is late by about 1 ms. */
export class Resampler {
  private readonly bank: FilterBank;
  /** The last input samples, stored twice so that they are contiguous at any offset. */
  private readonly history: Float32Array;
  private at = 0;
  /** Position of the next output sample after the last input sample, in phases. */
  private position: number;

  constructor(fromRate: number, toRate: number) {
    this.bank = filterBankOf(fromRate, toRate);
    this.history = new Float32Array(2 * this.bank.taps);
    this.position = this.bank.phases;
  }

  get needsInput(): boolean {
    return this.position >= this.bank.phases;
  }

  push(sample: number): void {
    const { taps, phases } = this.bank;
    this.history[this.at] = sample;
    this.history[this.at + taps] = sample;
    this.at = (this.at + 1) % taps;
    this.position -= phases;
  }

  next(): number {
    const { taps, weights, step } = this.bank;
    const row = this.position * taps;
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) sum += (weights[row + tap] ?? 0) * (this.history[this.at + tap] ?? 0);
    this.position += step;
    return sum;
  }

  reset(): void {
    this.history.fill(0);
    this.position = this.bank.phases;
  }
}
