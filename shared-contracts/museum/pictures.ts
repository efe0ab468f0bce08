import type { ExhibitionSummary } from './museum.ts';
import type { MuseumProfile, Scene } from './profile.ts';
import type { ThemeMode } from './theme.ts';

const ownScene = /^(\/media\/scenes\/[0-9a-f]{24}\/[a-z-]+)\/(?:positive|negative)\.svg$/;

/** Where the gateway serves a scene in a museum's colours. */
export function sceneUrl(museumId: string, scene: Scene, mode: ThemeMode): string {
  return `/media/scenes/${museumId}/${scene}/${mode}.svg`;
}

/** An exhibition's cover in the visitor's theme. Pictures of the museum's own have no other theme. */
export function coverUrl(exhibition: ExhibitionSummary, mode: ThemeMode): string | undefined {
  return exhibition.coverImageURL?.replace(ownScene, `$1/${mode}.svg`);
}

/** The scene behind a visit: that of the room a tour is in, else the exhibition's; the generic one for what the profile does not know. */
export function sceneOf(profile: MuseumProfile, exhibitionId: string | undefined, room?: { number: number }): Scene {
  const roomScene = room && profile.rooms[room.number - 1]?.scene;
  return roomScene ?? ((exhibitionId && profile.exhibitions[exhibitionId]?.scene) || 'gallery-hall');
}
