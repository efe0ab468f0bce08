import type { ExhibitionSummary } from './museum.ts';
import type { MuseumProfile, Scene, WorkPicture } from './profile.ts';
import { profileRoom } from './profile-texts.ts';
import type { ThemeMode } from './theme.ts';

const ownScene = /^(\/media\/scenes\/[0-9a-f]{24}\/[a-z-]+)\/(?:positive|negative)\.svg$/;

export function sceneUrl(museumId: string, scene: Scene, mode: ThemeMode): string {
  return `/media/scenes/${museumId}/${scene}/${mode}.svg`;
}

/** The museum's own pictures have one version for both themes. */
export function coverUrl(exhibition: ExhibitionSummary, mode: ThemeMode): string | undefined {
  return exhibition.coverImageURL?.replace(ownScene, `$1/${mode}.svg`);
}

/** Prefers the scene of the tour's room to the scene of the exhibition. */
export function sceneOf(profile: MuseumProfile, exhibitionId: string | undefined, room?: { number: number; count: number }): Scene {
  const roomScene = room && profileRoom(profile, room)?.scene;
  return roomScene ?? ((exhibitionId && profile.exhibitions[exhibitionId]?.scene) || 'gallery-hall');
}

interface Source {
  document: string;
  /** From 1. */
  paragraphs?: readonly number[] | undefined;
}

/** The picture of most sources. In a tie, fewer passages win: a text about a ceiling may mention the mirror below, but not the reverse. */
export function pictureOf({ pictures = [] }: Pick<MuseumProfile, 'pictures'>, sources: readonly Source[]): WorkPicture | undefined {
  const taken = sources.flatMap(({ document, paragraphs }) => (paragraphs ?? [undefined]).map((paragraph) => ({ document, paragraph })));
  const tellsOf = ({ passages }: WorkPicture, { document, paragraph }: (typeof taken)[number]) =>
    passages.some(
      (one) => one.document === document && (!one.paragraphs || (paragraph !== undefined && one.paragraphs.includes(paragraph))),
    );
  const [best] = pictures
    .map((picture) => ({ picture, count: taken.filter((passage) => tellsOf(picture, passage)).length, breadth: breadthOf(picture) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || one.breadth - other.breadth);
  return best?.picture;
}

const manyParagraphs = 6;
const breadthOf = ({ passages }: WorkPicture) => passages.reduce((sum, { paragraphs }) => sum + (paragraphs?.length ?? manyParagraphs), 0);
