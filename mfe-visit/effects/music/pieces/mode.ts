/** A scale as a staircase of degrees: 0 its ground note, one more each step, below it negative. */
export interface Mode {
  /** Pitch classes, 0 being C. */
  scale: readonly number[];
  /** MIDI number of a degree. */
  midiOf(degree: number): number;
}

/**
 * @param ground MIDI number of degree 0
 * @param steps semitones above the ground note within an octave, rising, beginning with 0
 */
export function createMode(ground: number, steps: readonly number[]): Mode {
  return {
    scale: steps.map((step) => (ground + step) % 12).sort((a, b) => a - b),
    midiOf(degree) {
      const octave = Math.floor(degree / steps.length);
      return ground + 12 * octave + (steps[degree - octave * steps.length] ?? 0);
    },
  };
}
