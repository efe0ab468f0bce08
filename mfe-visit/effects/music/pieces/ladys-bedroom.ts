import { createChance, pickChord } from './chance.ts';
import { createMode } from './mode.ts';
import type { Note, Piece } from './piece.ts';
import { musicBox } from './timbres.ts';

/** A flat major without its fourth and seventh: whatever follows whatever, it is in tune. */
const mode = createMode(68, [0, 2, 4, 7, 9]);
const progressions = [
  [0, 3, 4, 0],
  [0, 1, 4, 3],
  [4, 3, 1, 0],
];
/** Degrees above the chord, a beat each; undefined is a rest. Two bars of a phrase share one. */
const figures = [
  [5, 7, 6],
  [7, undefined, 5],
  [4, 5, 7],
  [8, 7, undefined],
  [5, undefined, 6],
];

/** A music box on the dressing table, a waltz that runs down and never stops. */
export const ladysBedroom: Piece = {
  beatsPerMinute: 76,
  beatsPerBar: 3,
  scale: mode.scale,
  range: [68, 104],
  gain: 0.12,
  timbres: { musicBox },
  composeBar(seed, bar) {
    const chance = createChance(seed, bar);
    const chord = pickChord(seed, bar, progressions);
    const figure = createChance(seed, Math.floor(bar / 2), 2).pick(figures);
    const sound = (beat: number, degree: number, loudness: number): Note => {
      return { beat, beats: 1, midi: mode.midiOf(degree), loudness: chance.touch(loudness), voice: 'musicBox' };
    };
    const melody = figure.flatMap((step, beat) => {
      if (step === undefined || chance.happens(0.12)) return [];
      const turned = chance.happens(0.2) ? step + 1 : step;
      const note = sound(beat, chord + turned, 0.55);
      return chance.happens(0.18) ? [note, sound(beat + 0.5, chord + turned - 1, 0.35)] : [note];
    });
    return [sound(0, chord, 0.5), ...(chance.happens(0.6) ? [sound(1, chord + 2, 0.25)] : []), ...melody];
  },
};
