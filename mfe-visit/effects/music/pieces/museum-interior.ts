import { createChance, pickChord } from './chance.ts';
import { createMode } from './mode.ts';
import type { Note, Piece } from './piece.ts';
import { air, glass } from './timbres.ts';

/** C lydian: its raised fourth keeps the ceiling high. */
const mode = createMode(48, [0, 2, 4, 6, 7, 9, 11]);
const progressions = [
  [0, 4, 1, 0],
  [0, 1, 5, 4],
  [4, 0, 5, 1],
];

/** A large hall with nobody in it: open fifths that swell and go, a glass touched far away. */
export const museumInterior: Piece = {
  beatsPerMinute: 40,
  beatsPerBar: 4,
  scale: mode.scale,
  range: [36, 95],
  gain: 0.051,
  timbres: { air, glass },
  composeBar(seed, bar) {
    const chance = createChance(seed, bar);
    const chord = pickChord(seed, bar, progressions);
    const swell = (beat: number, step: number, loudness: number): Note => {
      return { beat, beats: 4 + chance.pick([0, 1, 2]), midi: mode.midiOf(chord + step), loudness: chance.touch(loudness), voice: 'air' };
    };
    const third = chance.pick([2, 7, 8, 9]);
    const bells = [1, 2.5, 3.5].filter(() => chance.happens(0.22));
    return [
      swell(0, -7, 0.4),
      swell(chance.pick([0, 0.5]), -3, 0.4),
      swell(chance.pick([1, 1.5, 2]), third, 0.34),
      ...bells.map((beat): Note => {
        const midi = mode.midiOf(chord + chance.pick([14, 16, 18]));
        return { beat, beats: 1, midi, loudness: chance.touch(0.22), voice: 'glass' };
      }),
    ];
  },
};
