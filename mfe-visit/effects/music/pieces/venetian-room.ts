import { type Chance, createChance, pickChord } from './chance.ts';
import { createMode } from './mode.ts';
import type { Note, Piece } from './piece.ts';
import { bass, mandolin } from './timbres.ts';

/** A major, rocked in six eighths. */
const mode = createMode(57, [0, 2, 4, 5, 7, 9, 11]);
const progressions = [
  [0, 3, 4, 0],
  [0, 5, 3, 4],
  [3, 0, 4, 0],
  [5, 1, 4, 0],
];
/** Eighths on which a melody may sound: the boat's own rhythm and two others. */
const rhythms = [
  [0, 2, 3],
  [0, 3, 5],
  [0, 2, 3, 5],
  [2, 3],
];

/** A barcarole: the oars below, now and then a mandolin above. */
export const venetianRoom: Piece = {
  beatsPerMinute: 126,
  beatsPerBar: 6,
  scale: mode.scale,
  range: [40, 91],
  gain: 0.15,
  timbres: { bass, mandolin },
  composeBar(seed, bar) {
    const chance = createChance(seed, bar);
    const chord = pickChord(seed, bar, progressions);
    return [...row(chord, chance), ...(chance.happens(0.62) ? sing(chord, chance) : [])];
  },
};

function row(chord: number, chance: Chance): Note[] {
  const stroke = (beat: number, step: number, loudness: number): Note => {
    return { beat, beats: 3, midi: mode.midiOf(chord + step), loudness: chance.touch(loudness), voice: 'bass' };
  };
  return [stroke(0, -7, 0.6), stroke(2, 0, 0.3), stroke(2, 2, 0.3), stroke(3, -3, 0.5), stroke(5, 0, 0.28), stroke(5, 4, 0.28)];
}

function sing(chord: number, chance: Chance): Note[] {
  let degree = chord + 7 + chance.pick([0, 2, 4]);
  return chance.pick(rhythms).map((beat): Note => {
    const note: Note = { beat, beats: 1, midi: mode.midiOf(degree), loudness: chance.touch(0.5), voice: 'mandolin' };
    degree = Math.min(17, Math.max(6, degree + chance.pick([-2, -1, -1, 1, 1, 2])));
    return note;
  });
}
