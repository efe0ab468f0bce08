import type { Plane, Point } from './svg-path.ts';

interface ViewOptions {
  /** Sheet units. */
  focal: number;
  /** Where the axis of view meets the sheet. */
  cx?: number;
  horizon: number;
  /** Metres above the floor. */
  eye: number;
  /** Radians; other than 0 it is a two-point view. */
  yaw?: number;
}

/** A camera without tilt, so that verticals stay vertical. Metres: x to the right, y up, z away. */
export class View {
  readonly #options: Required<ViewOptions>;
  readonly #cos: number;
  readonly #sin: number;

  constructor(options: ViewOptions) {
    this.#options = { cx: 390, yaw: 0, ...options };
    this.#cos = Math.cos(this.#options.yaw);
    this.#sin = Math.sin(this.#options.yaw);
  }

  at = (x: number, y: number, z: number): Point => {
    const { focal, cx, horizon, eye } = this.#options;
    const depth = this.#depth(x, z);
    const across = x * this.#cos + z * this.#sin;
    return [cx + (focal * across) / depth, horizon - (focal * (y - eye)) / depth];
  };

  /** Sheet units of one metre there. */
  scale(x: number, z: number): number {
    return this.#options.focal / this.#depth(x, z);
  }

  /** A wall facing the viewer: (x, y). */
  back =
    (z: number): Plane =>
    (x, y) =>
      this.at(x, y, z);
  /** A wall along the view: (z, y). */
  side =
    (x: number): Plane =>
    (z, y) =>
      this.at(x, y, z);
  /** A floor or a ceiling: (x, z). */
  level =
    (y: number): Plane =>
    (x, z) =>
      this.at(x, y, z);

  /** Never behind the viewer. */
  #depth(x: number, z: number): number {
    return Math.max(0.25, z * this.#cos - x * this.#sin);
  }
}
