import type { Scene } from '@enfilade/shared-contracts/museum/profile';
import { materialsOf, type SceneTheme } from './colour/materials.ts';
import { cathedralNave } from './halls/cathedral-nave.ts';
import { galleryHall } from './halls/gallery-hall.ts';
import { museumInterior } from './halls/museum-interior.ts';
import { ladysBedroom } from './palace/ladys-bedroom.ts';
import { library } from './palace/library.ts';
import { staircase } from './palace/staircase.ts';
import { venetianRoom } from './palace/venetian-room.ts';
import type { SceneDrawing, SceneOptions } from './paper/stage.ts';
import { artistsStudio } from './studies/artists-studio.ts';
import { writersDesk } from './studies/writers-desk.ts';

const drawings: Record<Scene, SceneDrawing> = {
  staircase,
  'venetian-room': venetianRoom,
  'ladys-bedroom': ladysBedroom,
  library,
  'museum-interior': museumInterior,
  'cathedral-nave': cathedralNave,
  'writers-desk': writersDesk,
  'artists-studio': artistsStudio,
  'gallery-hall': galleryHall,
};

/**
 * A scene in a museum's colours: SVG text of 780 × 1688 units, below 14 kB, drawing elements only.
 * The same scene, theme and options always give the same text.
 */
export function drawScene(scene: Scene, theme: SceneTheme, options: Partial<SceneOptions> = {}): string {
  return drawings[scene](materialsOf(theme), { seed: 7, prefix: 's', ...options });
}
