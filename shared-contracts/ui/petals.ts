export const rosetteStates = ['idle', 'listening', 'thinking', 'speaking', 'muted', 'reconnecting'] as const;
export type RosetteState = (typeof rosetteStates)[number];

/** The recorder's forty bars, bent into a ring. */
export const petalCount = 40;

/** Radius of the ring around the petals; it draws nearer while the guide speaks. */
export const ringRadius = (state: RosetteState): number => (state === 'speaking' ? 90 : 95);

const turn = (degrees: number) => (degrees * Math.PI) / 180;
const isShort = (petal: number) => petal % 2 === 1;

const lengths: Record<RosetteState, (petal: number) => number> = {
  idle: (petal) => (isShort(petal) ? 0.74 : 0.95),
  thinking: (petal) => (isShort(petal) ? 0.74 : 0.95),
  muted: (petal) => (isShort(petal) ? 0.74 : 0.95),
  listening: (petal) => 0.5 + 0.56 * Math.abs(Math.sin(turn(petal * 47)) * Math.cos(turn(petal * 11))),
  speaking: (petal) => 0.8 + 0.24 * Math.sin(turn(petal * 72)),
  reconnecting: (petal) => (isShort(petal) ? 0.2 : 0.3),
};

/** Length of a petal, 1 being the drawn one. Computed here because not every phone's CSS knows abs(). */
export function petalLength(state: RosetteState, petal: number): number {
  return Math.round(lengths[state](petal) * 1000) / 1000;
}
