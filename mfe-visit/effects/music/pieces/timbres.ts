import type { Timbre } from './piece.ts';

const sines = (...gains: readonly number[]) => gains.map((gain, index) => ({ ratio: index + 1, gain }));

/** A harp in the stairwell: round, with a long tail. */
export const harp: Timbre = {
  partials: sines(1, 0.35, 0.12, 0.05),
  attackSeconds: 0.008,
  shape: 'plucked',
  releaseSeconds: 2.6,
  room: 0.5,
};
/** A mandolin across the water: bright, short. */
export const mandolin: Timbre = {
  partials: sines(1, 0.55, 0.3, 0.16, 0.08),
  attackSeconds: 0.005,
  shape: 'plucked',
  releaseSeconds: 1.1,
  room: 0.3,
};
/** The low strings of the same boat. */
export const bass: Timbre = { partials: sines(1, 0.3, 0.08), attackSeconds: 0.03, shape: 'plucked', releaseSeconds: 2.2, room: 0.2 };
/** Tongues of steel on a small comb: their upper partials are not in tune, which is what says so. */
export const musicBox: Timbre = {
  partials: [
    { ratio: 1, gain: 1 },
    { ratio: 3.01, gain: 0.12 },
    { ratio: 6.27, gain: 0.05 },
  ],
  attackSeconds: 0.003,
  shape: 'plucked',
  releaseSeconds: 1.9,
  room: 0.35,
};
/** A piano with felt between hammer and string. */
export const felt: Timbre = { partials: sines(1, 0.22, 0.06), attackSeconds: 0.025, shape: 'plucked', releaseSeconds: 3.6, room: 0.4 };
/** Breath more than instrument. */
export const pad: Timbre = { partials: sines(1, 0.2, 0.1), attackSeconds: 2.2, shape: 'held', releaseSeconds: 3.5, room: 0.6 };
/** Air in a large hall, two strings a hair apart. */
export const air: Timbre = {
  partials: [
    { ratio: 1, gain: 0.7 },
    { ratio: 1.003, gain: 0.7 },
    { ratio: 2, gain: 0.16 },
  ],
  attackSeconds: 3.2,
  shape: 'held',
  releaseSeconds: 5,
  room: 0.8,
};
/** A glass, touched. */
export const glass: Timbre = {
  partials: [
    { ratio: 1, gain: 1 },
    { ratio: 2.76, gain: 0.14 },
  ],
  attackSeconds: 0.02,
  shape: 'plucked',
  releaseSeconds: 4.5,
  room: 0.9,
};
