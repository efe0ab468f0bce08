/** Samples wait here in order. A ring that grows when a sender is far ahead. */
export class SampleQueue {
  private ring = new Float32Array(32_768);
  private first = 0;
  private count = 0;

  get length(): number {
    return this.count;
  }

  /** PCM of 16 bits becomes samples between -1 and 1. */
  push(pcm: Int16Array): void {
    while (this.count + pcm.length > this.ring.length) this.grow();
    const mask = this.ring.length - 1;
    for (let at = 0; at < pcm.length; at++) this.ring[(this.first + this.count + at) & mask] = (pcm[at] ?? 0) / 32_768;
    this.count += pcm.length;
  }

  /** The oldest sample; silence when there is none. */
  shift(): number {
    if (this.count === 0) return 0;
    const sample = this.ring[this.first] ?? 0;
    this.first = (this.first + 1) & (this.ring.length - 1);
    this.count--;
    return sample;
  }

  /** Drops everything but the next few samples, and lets those die away: cut off hard, speech ends in a click. */
  cutAfter(fade: number): void {
    this.count = Math.min(this.count, fade);
    const mask = this.ring.length - 1;
    for (let at = 0; at < this.count; at++) {
      const place = (this.first + at) & mask;
      this.ring[place] = (this.ring[place] ?? 0) * (1 - (at + 1) / this.count);
    }
  }

  private grow(): void {
    const wider = new Float32Array(2 * this.ring.length);
    const head = this.ring.subarray(this.first, Math.min(this.first + this.count, this.ring.length));
    wider.set(head);
    wider.set(this.ring.subarray(0, this.count - head.length), head.length);
    this.ring = wider;
    this.first = 0;
  }
}
