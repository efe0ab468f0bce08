import { createChance, pickChord } from './chance.ts';
import { createMode } from './mode.ts';
import type { Note, Piece } from './piece.ts';
import { felt, pad } from './timbres.ts';

/** G aeolian, low and slow: somebody turns a page. */
const mode = createMode(43, [0, 2, 3, 5, 7, 8, 10]);
const progressions = [
  [0, 5, 3, 0],
  [0, 2, 5, 6],
  [5, 3, 0, 4],
];
/** Half beats at which a thought may come; never on the first. */
const moments = [1, 1.5, 2, 2.5, 3, 3.5];

/** A felted piano thinks aloud: a low note, one or two above, and long silences. */
export const library: Piece = {
  beatsPerMinute: 50,
  beatsPerBar: 4,
  scale: mode.scale,
  range: [33, 81],
  gain: 0.11,
  timbres: { felt, pad },
  composeBar(seed, bar) {
    const chance = createChance(seed, bar);
    const chord = pickChord(seed, bar, progressions);
    // Every other bar may be silent; the one after it never is.
    if (bar % 2 === 1 && chance.happens(0.35)) return [];
    const sound = (beat: number, degree: number, loudness: number): Note => {
      return { beat, beats: 3, midi: mode.midiOf(degree), loudness: chance.touch(loudness), voice: 'felt' };
    };
    const thoughts = moments.filter(() => chance.happens(0.3)).slice(0, 3);
    const above = thoughts.map((beat) => sound(beat, chord + chance.pick([7, 9, 11, 12, 14]), 0.5));
    const breath = [0, 4].map((step): Note => ({ beat: 0, beats: 12, midi: mode.midiOf(chord + step), loudness: 0.22, voice: 'pad' }));
    return [sound(0, chord, 0.6), ...above, ...(bar % 4 === 0 ? breath : [])];
  },
};
