import type { Materials } from '../colour/materials.ts';
import type { Sheet } from './sheet.ts';
import type { View } from './view.ts';

/** What every drawing function gets: the sheet, the view onto the room, the materials to paint with. */
export interface Stage {
  readonly s: Sheet;
  readonly v: View;
  readonly m: Materials;
}

/** The same seed and prefix always give the same picture. */
export interface SceneOptions {
  /** Decides what is scattered, such as the books on a shelf. */
  seed: number;
  /** Begins every id. */
  prefix: string;
}

export type SceneDrawing = (m: Materials, options: SceneOptions) => string;
