import { createChance, pickChord } from './chance.ts';
import { createMode } from './mode.ts';
import type { Note, Piece } from './piece.ts';
import { harp, pad } from './timbres.ts';

/** D dorian: a minor key that looks up. */
const mode = createMode(50, [0, 2, 3, 5, 7, 9, 10]);
const progressions = [
  [0, 3, 4, 0],
  [0, 6, 3, 4],
  [0, 2, 3, 6],
  [5, 3, 0, 4],
];
/** Steps above the chord's ground note, half a beat each. */
const flight = [0, 2, 4, 7, 9, 11, 14, 11];

/** A harp climbs flight after flight; every fourth bar it comes down again. */
export const staircase: Piece = {
  beatsPerMinute: 63,
  beatsPerBar: 4,
  scale: mode.scale,
  range: [38, 91],
  gain: 0.057,
  timbres: { harp, pad },
  composeBar(seed, bar) {
    const chance = createChance(seed, bar);
    const chord = pickChord(seed, bar, progressions);
    const steps = bar % 4 === 3 ? [...flight].reverse() : flight;
    const climb = steps.flatMap((step, index): Note[] => {
      // The first step of a flight is always there; others may be taken two at a time.
      if (index > 0 && chance.happens(0.28)) return [];
      const midi = mode.midiOf(chord + step);
      return [{ beat: index / 2, beats: 1, midi, loudness: chance.touch(index === 0 ? 0.75 : 0.55), voice: 'harp' }];
    });
    const ground = [0, 4].map((step): Note => {
      return { beat: 0, beats: 8, midi: mode.midiOf(chord + step - 7), loudness: 0.32, voice: 'pad' };
    });
    return bar % 2 === 0 ? [...ground, ...climb] : climb;
  },
};
