/** One sound: when in the bar, how long, how high, how loud, and of which of the piece's voices. */
export interface Note<Voice extends string = string> {
  /** Beats from the bar's beginning. */
  beat: number;
  beats: number;
  /** MIDI number: 60 is the middle C, 1 a semitone. */
  midi: number;
  /** 0 to 1. */
  loudness: number;
  voice: Voice;
}

export interface Timbre {
  /** Sines over the note's own frequency. */
  partials: readonly { ratio: number; gain: number }[];
  attackSeconds: number;
  /** How the sound goes: `plucked` dies away from its attack, `held` stays for the note's length. */
  shape: 'plucked' | 'held';
  /** Until it has all but died away. */
  releaseSeconds: number;
  /** 0 to 1: how much of it goes into the room. */
  room: number;
}

/** A piece without an end. The same seed and bar are always the same notes; no bar is kept, none comes back in a row. */
export interface Piece {
  beatsPerMinute: number;
  beatsPerBar: number;
  /** Pitch classes, 0 being C. */
  scale: readonly number[];
  /** MIDI numbers of the lowest and the highest sound. */
  range: readonly [lowest: number, highest: number];
  /** Brings the five pieces to one loudness: about -31 LUFS, measured over a minute. */
  gain: number;
  timbres: Readonly<Record<string, Timbre>>;
  composeBar(seed: number, bar: number): Note[];
}
